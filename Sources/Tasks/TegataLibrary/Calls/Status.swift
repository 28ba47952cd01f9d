import TegataBuffers

/// What functions return, with MediaPipe's numbers.
enum Status: Int32 {
    case ok = 0
    case unknown = 2
    case invalidArgument = 3
    case notFound = 5
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case outOfRange = 11
    case `internal` = 13

    /// That of an error from below.
    init(_ kind: TegataError.Kind) {
        switch kind {
        case .notFound: self = .notFound
        case .permissionDenied: self = .permissionDenied
        case .unreadable: self = .unknown
        case .unusableModel, .invalidArgument: self = .invalidArgument
        case .unavailable: self = .failedPrecondition
        }
    }
}
