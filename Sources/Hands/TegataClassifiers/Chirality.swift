/// Which hand of a person key points belong to, as far as it is known.
package enum Chirality: UInt8, Sendable, CaseIterable {
    /// Key points alone, such as those of a client that passes nothing else.
    case unknown = 0
    /// The left hand.
    case left = 1
    /// The right hand.
    case right = 2

    /// The same hand in a mirror.
    package var mirrored: Chirality {
        switch self {
        case .unknown: .unknown
        case .left: .right
        case .right: .left
        }
    }
}
