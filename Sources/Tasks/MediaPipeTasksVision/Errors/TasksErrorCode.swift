import Foundation

/// The codes of errors in the domain ``TasksErrorDomain``.
public enum TasksErrorCode: UInt, Sendable {
    case cancelled = 1
    case unknown = 2
    /// An argument or option is not possible, such as a timestamp that does not increase.
    case invalidArgument = 3
    case deadlineExceeded = 4
    /// There is no such file, or a bundle lacks a part.
    case notFound = 5
    case alreadyExists = 6
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case aborted = 10
    case outOfRange = 11
    /// What was asked for does not exist here, such as computing on a GPU.
    case unimplemented = 12
    case `internal` = 13
    case unavailable = 14
    case dataLoss = 15
    case unauthenticated = 16
}

/// The names in the published Swift reference.
extension TasksErrorCode {
    public static let cancelledError = TasksErrorCode.cancelled
    public static let unknownError = TasksErrorCode.unknown
    public static let invalidArgumentError = TasksErrorCode.invalidArgument
    public static let deadlineExceededError = TasksErrorCode.deadlineExceeded
    public static let notFoundError = TasksErrorCode.notFound
    public static let alreadyExistsError = TasksErrorCode.alreadyExists
    public static let permissionDeniedError = TasksErrorCode.permissionDenied
    public static let resourceExhaustedError = TasksErrorCode.resourceExhausted
    public static let failedPreconditionError = TasksErrorCode.failedPrecondition
    public static let abortedError = TasksErrorCode.aborted
    public static let outOfRangeError = TasksErrorCode.outOfRange
    public static let unimplementedError = TasksErrorCode.unimplemented
    public static let internalError = TasksErrorCode.internal
    public static let unavailableError = TasksErrorCode.unavailable
    public static let dataLossError = TasksErrorCode.dataLoss
    public static let unauthenticatedError = TasksErrorCode.unauthenticated
}

/// The domain of all errors that tasks and images throw; their codes are those of ``TasksErrorCode``.
public let TasksErrorDomain = "com.google.mediapipe.tasks"

/// An error of a task. Its text begins with the code's name where the engine and not the API around it found the fault,
/// as in the original.
func taskError(_ code: TasksErrorCode, _ text: String, isFromEngine: Bool = false) -> NSError {
    let text = isFromEngine ? "\(code.statusName): \(text)" : text
    return NSError(domain: TasksErrorDomain, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
}

extension TasksErrorCode {
    fileprivate var statusName: String {
        switch self {
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .deadlineExceeded: "DEADLINE_EXCEEDED"
        case .notFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .permissionDenied: "PERMISSION_DENIED"
        case .resourceExhausted: "RESOURCE_EXHAUSTED"
        case .failedPrecondition: "FAILED_PRECONDITION"
        case .aborted: "ABORTED"
        case .outOfRange: "OUT_OF_RANGE"
        case .unimplemented: "UNIMPLEMENTED"
        case .internal: "INTERNAL"
        case .unavailable: "UNAVAILABLE"
        case .dataLoss: "DATA_LOSS"
        case .unauthenticated: "UNAUTHENTICATED"
        }
    }
}
