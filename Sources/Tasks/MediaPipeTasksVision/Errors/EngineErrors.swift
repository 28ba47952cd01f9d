import Foundation
import TegataBuffers
import TegataFormats
import TegataHands
import TegataInference

/// Errors of the engine as the published codes; each has a description that says what to do.
protocol EngineError: Error, CustomStringConvertible {
    var code: TasksErrorCode { get }
}

/// The error that a task throws for one of the engine's; those of the API pass as they are.
func taskError(for error: any Error) -> NSError {
    guard let error = error as? any EngineError else { return error as NSError }
    return taskError(error.code, error.description, isFromEngine: true)
}

/// Does what `body` does, and throws what tasks throw.
func withTaskErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw taskError(for: error) }
}

extension ImageError: EngineError {
    var code: TasksErrorCode { .invalidArgument }
}

extension HandPipelineError: EngineError {
    var code: TasksErrorCode {
        switch self {
        case .handCount, .confidence, .detectionInterval, .identityTimeout, .smoothing, .rotation, .image, .timestamp:
            .invalidArgument
        case .kernels: .failedPrecondition
        case .gestures(let error): error.code
        }
    }
}

extension GestureError: EngineError {
    var code: TasksErrorCode {
        switch self {
        case .networksMissing: .notFound
        case .labels(let error): error.code
        case .labelsMissing, .handednessScore, .pictureSize, .rotation, .eventDuration: .invalidArgument
        }
    }
}

extension HandNetworksError: EngineError {
    var code: TasksErrorCode {
        switch self {
        case .format(let error): error.code
        case .network(let error): error.code
        case .gesturesMissing: .notFound
        case .inputs, .outputs, .normalization, .labelCount: .invalidArgument
        }
    }
}

extension NetworkError: EngineError {
    var code: TasksErrorCode {
        switch self {
        case .format(let error): error.code
        case .graph, .unknownPass: .invalidArgument
        case .kernels, .blas: .failedPrecondition
        }
    }
}

extension FileError: EngineError {
    var code: TasksErrorCode { reason.code }
}

extension FileError.Reason {
    fileprivate var code: TasksErrorCode {
        switch self {
        case .notFound: .notFound
        case .permissionDenied: .permissionDenied
        case .tooLarge: .resourceExhausted
        case .notARegularFile, .notWritable, .systemError: .unknown
        }
    }
}

extension ModelFormatError: EngineError {
    /// Those that the original has for the same files: what is no archive cannot be opened for unknown reasons, what is
    /// not in it is not found, and what is in it and broken is an invalid argument.
    var code: TasksErrorCode {
        switch problem {
        case .unreadable(let reason): reason.code
        case .memberMissing, .bundleExpected: .notFound
        case .endRecordMissing, .commentLength, .severalDisks, .signatureWrong, .rangeOutsideFile, .entryCount,
            .zip64ValueMissing,
            .localHeaderDiffers, .entriesOverlap, .memberEncrypted, .methodUnsupported, .storedSizeDiffers,
            .deflateUnavailable,
            .deflateCorrupt, .inflatedSizeDiffers, .inflatedSizeAboveLimit, .checksumDiffers, .nestedTooDeep,
            .memberDuplicated:
            .unknown
        default: .invalidArgument
        }
    }
}
