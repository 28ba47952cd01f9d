/// How memory is going to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
