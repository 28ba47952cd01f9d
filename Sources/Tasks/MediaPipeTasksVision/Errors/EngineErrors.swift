import Foundation
import TegataBuffers

/// The error that a task throws for one of the engine's; those of the API pass as they are.
func taskError(for error: any Error) -> NSError {
    guard let error = error as? TegataError else { return error as NSError }
    return taskError(error.kind.code, error.description, isFromEngine: true)
}

/// Does what `body` does, and throws what tasks throw.
func withTaskErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw taskError(for: error) }
}

extension TegataError.Kind {
    /// The codes that the original has for the same files: what is no archive cannot be opened for unknown reasons,
    /// what is not in it is not found, and what is in it and broken is an invalid argument.
    fileprivate var code: TasksErrorCode {
        switch self {
        case .notFound: .notFound
        case .permissionDenied: .permissionDenied
        case .unreadable: .unknown
        case .unusableModel, .invalidArgument: .invalidArgument
        case .unavailable: .failedPrecondition
        }
    }
}
