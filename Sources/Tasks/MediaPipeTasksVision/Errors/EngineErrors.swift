import Foundation
import TegataAppleImages
import TegataBuffers

/// The error that a task throws for one of the modules below; those of the API pass as they are.
func taskError(for error: any Error) -> NSError {
    switch error {
    case let error as TegataError: taskError(error.kind.code, error.description, isFromEngine: true)
    case let error as AppleImageError: taskError(.invalidArgument, error.advice)
    default: error as NSError
    }
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

extension AppleImageError {
    /// What is wrong and what to do about it.
    fileprivate var advice: String {
        switch self {
        case .pixelFormat(let name):
            "The pixel buffer has the pixel format \(name), which is not supported. Use kCVPixelFormatType_32BGRA."
        case .sampleInvalid: "The sample buffer is not valid. Make the image before the buffer is invalidated."
        case .sampleWithoutImageBuffer: "The sample buffer has no image buffer. Pass samples of video only."
        }
    }
}
