import CoreVideo
import Foundation
import TegataAppleErrors

/// Why a request failed, with what is wrong and what to do about it.
public enum VisionError: NSErrorConvertible, Equatable, Sendable, CustomStringConvertible {
    /// There is nothing to answer from.
    case dataUnavailable(String)
    /// Something is wrong in the module itself or its networks.
    case internalError(String)
    /// An argument is not possible.
    case invalidArgument(String)
    /// Pixels have a format that is not read here.
    case invalidFormat(String)
    /// There is no image that can be looked at.
    case invalidImage(String)
    /// The networks are not there or cannot be used.
    case invalidModel(String)
    /// This cannot be done now.
    case invalidOperation(String)
    /// A file could not be read.
    case ioError(String)
    /// Something that the request needs failed.
    case operationFailed(String)
    /// A region lies outside the image.
    case outOfBoundsError(String)
    /// There is not so much memory.
    case outOfMemory(String)
    /// A pixel buffer could not be made; with Core Video's code.
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
    /// The request does not exist here.
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

/// Does what `body` does, and throws what the Swift-only API throws.
func withVisionError<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw VisionError(VisionFailure(error)) }
}
