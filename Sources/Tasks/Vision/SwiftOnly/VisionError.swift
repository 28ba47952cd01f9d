import CoreVideo
import Foundation
import TegataAppleErrors

/// The reason why a request failed: what is wrong and what to do about it.
public enum VisionError: NSErrorConvertible, Equatable, Sendable, CustomStringConvertible {
    /// There is no data for a result.
    case dataUnavailable(String)
    /// The module itself or its networks have a fault.
    case internalError(String)
    /// An argument is not valid.
    case invalidArgument(String)
    /// The format of the pixels is not supported.
    case invalidFormat(String)
    /// There is no usable image.
    case invalidImage(String)
    /// The networks are missing or unusable.
    case invalidModel(String)
    /// The operation is not possible now.
    case invalidOperation(String)
    /// A file could not be read.
    case ioError(String)
    /// A step that the request needs failed.
    case operationFailed(String)
    /// A region lies outside the image.
    case outOfBoundsError(String)
    /// There is not enough memory.
    case outOfMemory(String)
    /// A pixel buffer could not be created; the value is Core Video's code.
    case pixelBufferCreationFailed(CVReturn)
    /// The request was cancelled.
    case requestCancelled(String)
    /// There is no such time.
    case timeStampNotFound(String)
    /// It took too long.
    case timeout(String)
    /// This device cannot compute the stage.
    case unsupportedComputeDevice(String)
    /// The request does not have this stage.
    case unsupportedComputeStage(String)
    /// The request is not available on Linux.
    case unsupportedRequest(String)
    /// The request does not have this revision.
    case unsupportedRevision(String)

    /// The text of the error.
    public var description: String {
        switch self {
        case .pixelBufferCreationFailed(let code): "A pixel buffer could not be made: \(code)."
        case .dataUnavailable(let text), .internalError(let text), .invalidArgument(let text), .invalidFormat(let text),
            .invalidImage(let text), .invalidModel(let text), .invalidOperation(let text), .ioError(let text),
            .operationFailed(let text), .outOfBoundsError(let text), .outOfMemory(let text),
            .requestCancelled(let text), .timeStampNotFound(let text), .timeout(let text),
            .unsupportedComputeDevice(let text), .unsupportedComputeStage(let text), .unsupportedRequest(let text),
            .unsupportedRevision(let text):
            text
        }
    }

    /// The text of the error.
    public var errorDescription: String? { description }
}

extension VisionError {
    init(_ failure: VisionFailure) {
        let text = failure.text
        self =
            switch failure.code {
            case .dataUnavailable: .dataUnavailable(text)
            case .internalError: .internalError(text)
            case .invalidArgument: .invalidArgument(text)
            case .invalidFormat: .invalidFormat(text)
            case .invalidImage: .invalidImage(text)
            case .invalidModel: .invalidModel(text)
            case .invalidOperation: .invalidOperation(text)
            case .ioError: .ioError(text)
            case .operationFailed: .operationFailed(text)
            case .outOfBoundsError: .outOfBoundsError(text)
            case .outOfMemory: .outOfMemory(text)
            case .requestCancelled: .requestCancelled(text)
            case .timeStampNotFound: .timeStampNotFound(text)
            case .timeout: .timeout(text)
            case .unsupportedComputeDevice: .unsupportedComputeDevice(text)
            case .unsupportedComputeStage: .unsupportedComputeStage(text)
            case .unsupportedRequest: .unsupportedRequest(text)
            case .unsupportedRevision: .unsupportedRevision(text)
            case .invalidOption, .missingOption: .invalidArgument(text)
            case .notImplemented: .unsupportedRequest(text)
            case .turiCoreErrorCode, .OK, .unknownError: .internalError(text)
            }
    }
}

/// Runs `body`, and converts its errors to Swift-only API errors.
func withVisionError<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw VisionError(VisionFailure(error)) }
}
