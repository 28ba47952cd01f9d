import Foundation
import TegataAppleImages
import TegataBuffers

/// The error codes in the domain ``TasksErrorDomain``.
public enum TasksErrorCode: UInt, Sendable {
    /// The caller cancelled the work. Not used by this module.
    case cancelled = 1
    /// A file or archive cannot be opened or is damaged.
    case unknown = 2
    /// An argument or option is invalid, such as a timestamp that does not increase.
    case invalidArgument = 3
    /// Time ran out. Not used by this module.
    case deadlineExceeded = 4
    /// A file does not exist, or a bundle lacks a part.
    case notFound = 5
    /// An object already exists. Not used by this module.
    case alreadyExists = 6
    /// The process has no permission to read a file.
    case permissionDenied = 7
    /// A file is larger than allowed, or the system has too little memory or too few threads.
    case resourceExhausted = 8
    /// The processor or a library lacks a requested feature.
    case failedPrecondition = 9
    /// The work was aborted. Not used by this module.
    case aborted = 10
    /// A position is out of range. Not used by this module.
    case outOfRange = 11
    /// A requested feature does not exist, such as computing on a GPU.
    case unimplemented = 12
    /// An internal error. Not used by this module.
    case `internal` = 13
    /// A service cannot be reached. Not used by this module.
    case unavailable = 14
    /// Data was lost. Not used by this module.
    case dataLoss = 15
    /// The caller is not authenticated. Not used by this module.
    case unauthenticated = 16
    /// The app has no permission to record sound. Not used by this module.
    case audioRecordPermissionDenied = 17
    /// Permission to record sound is undetermined. Not used by this module.
    case audioRecordPermissionUndetermined = 18
    /// A recording is waiting for sound. Not used by this module.
    case audioRecordWaitingForNewMicInput = 19
    /// There is no recording to take sound from. Not used by this module.
    case audioRecordNotTappingMic = 20
}

/// The names used in the published Swift reference.
extension TasksErrorCode {
    /// Same as ``cancelled``.
    public static let cancelledError = TasksErrorCode.cancelled
    /// Same as ``unknown``.
    public static let unknownError = TasksErrorCode.unknown
    /// Same as ``invalidArgument``.
    public static let invalidArgumentError = TasksErrorCode.invalidArgument
    /// Same as ``deadlineExceeded``.
    public static let deadlineExceededError = TasksErrorCode.deadlineExceeded
    /// Same as ``notFound``.
    public static let notFoundError = TasksErrorCode.notFound
    /// Same as ``alreadyExists``.
    public static let alreadyExistsError = TasksErrorCode.alreadyExists
    /// Same as ``permissionDenied``.
    public static let permissionDeniedError = TasksErrorCode.permissionDenied
    /// Same as ``resourceExhausted``.
    public static let resourceExhaustedError = TasksErrorCode.resourceExhausted
    /// Same as ``failedPrecondition``.
    public static let failedPreconditionError = TasksErrorCode.failedPrecondition
    /// Same as ``aborted``.
    public static let abortedError = TasksErrorCode.aborted
    /// Same as ``outOfRange``.
    public static let outOfRangeError = TasksErrorCode.outOfRange
    /// Same as ``unimplemented``.
    public static let unimplementedError = TasksErrorCode.unimplemented
    /// Same as ``internal``.
    public static let internalError = TasksErrorCode.internal
    /// Same as ``unavailable``.
    public static let unavailableError = TasksErrorCode.unavailable
    /// Same as ``dataLoss``.
    public static let dataLossError = TasksErrorCode.dataLoss
    /// Same as ``unauthenticated``.
    public static let unauthenticatedError = TasksErrorCode.unauthenticated
    /// Same as ``audioRecordPermissionDenied``.
    public static let audioRecordPermissionDeniedError = TasksErrorCode.audioRecordPermissionDenied
    /// Same as ``audioRecordPermissionUndetermined``.
    public static let audioRecordPermissionUndeterminedError = TasksErrorCode.audioRecordPermissionUndetermined
    /// Same as ``audioRecordWaitingForNewMicInput``.
    public static let audioRecordWaitingForNewMicInputError = TasksErrorCode.audioRecordWaitingForNewMicInput
    /// Same as ``audioRecordNotTappingMic``.
    public static let audioRecordNotTappingMicError = TasksErrorCode.audioRecordNotTappingMic

    /// The code with the lowest number.
    public static let first = TasksErrorCode.cancelled
    /// The code with the highest number.
    public static let last = TasksErrorCode.audioRecordNotTappingMic
}

/// The domain of all errors that tasks and images throw; the codes are ``TasksErrorCode`` values.
public let TasksErrorDomain = "com.google.mediapipe.tasks"

/// Returns a task error. As in MediaPipe, its text begins with the code's name if the engine, rather than the API
/// around it, found the fault.
func taskError(_ code: TasksErrorCode, _ text: String, isFromEngine: Bool = false) -> NSError {
    let text = isFromEngine ? "\(code.statusName): \(text)" : text
    return TasksError(code, text)
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
        case .audioRecordPermissionDenied, .audioRecordPermissionUndetermined, .audioRecordWaitingForNewMicInput,
            .audioRecordNotTappingMic:
            "AUDIO_RECORD"
        }
    }
}

/// An error whose description is its text, as on Apple's systems.
final class TasksError: NSError, @unchecked Sendable {
    init(_ code: TasksErrorCode, _ text: String) {
        super.init(
            domain: TasksErrorDomain, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
    }

    @available(*, unavailable, message: "Errors of tasks are not read from archives.")
    required init?(coder: NSCoder) {
        fatalError("unavailable")
    }

    override var description: String {
        "Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\""
    }
}

/// Returns the error that a task throws for an error from a lower-level module; API errors stay the same.
func taskError(for error: any Error) -> NSError {
    switch error {
    case let error as TegataError: taskError(error.kind.code, error.description, isFromEngine: true)
    case let error as AppleImageError: taskError(.invalidArgument, error.advice)
    default: error as NSError
    }
}

/// Runs `body`, and converts its errors to task errors.
func withTaskErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw taskError(for: error) }
}

extension TegataError.Kind {
    /// The codes that MediaPipe uses for such files: a file that is not an archive is an unknown error, a missing
    /// member is not found, and a damaged member is an invalid argument.
    fileprivate var code: TasksErrorCode {
        switch self {
        case .notFound: .notFound
        case .permissionDenied: .permissionDenied
        case .unreadable: .unknown
        case .unusableModel, .invalidArgument: .invalidArgument
        case .unavailable: .failedPrecondition
        case .failedNetwork: .internal
        }
    }
}

extension AppleImageError {
    /// The error text: what is wrong and what to do about it.
    fileprivate var advice: String {
        switch self {
        case .pixelFormat(let name):
            "The pixel buffer has the pixel format \(name), which is not supported. Use kCVPixelFormatType_32BGRA."
        case .sampleInvalid: "The sample buffer is not valid. Create the image before the buffer is invalidated."
        case .sampleWithoutImageBuffer: "The sample buffer has no image buffer. Pass video samples only."
        }
    }
}
