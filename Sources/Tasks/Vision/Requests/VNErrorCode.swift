/// The version of the module, for programs that record it.
public let VNVisionVersionNumber = 1.0

/// The domain of errors thrown by this module's class API; the codes are ``VNErrorCode`` values.
public let VNErrorDomain = "com.apple.vis"

/// The reason why a request failed.
public enum VNErrorCode: Int, Sendable {
    /// An error of the tracker.
    case turiCoreErrorCode = -1
    /// Nothing failed.
    case OK = 0
    /// The request was cancelled.
    case requestCancelled = 1
    /// The format of the pixels is not supported.
    case invalidFormat = 2
    /// A step that the request needs failed.
    case operationFailed = 3
    /// A region lies outside the image.
    case outOfBoundsError = 4
    /// An option is not valid.
    case invalidOption = 5
    /// A file could not be read.
    case ioError = 6
    /// An option is missing.
    case missingOption = 7
    /// The function is not available on Linux.
    case notImplemented = 8
    /// The module itself or its networks have a fault.
    case internalError = 9
    /// There is not enough memory.
    case outOfMemory = 10
    /// The cause of the error is unknown.
    case unknownError = 11
    /// The operation is not possible now.
    case invalidOperation = 12
    /// There is no usable image.
    case invalidImage = 13
    /// An argument is not valid.
    case invalidArgument = 14
    /// The networks are missing or unusable.
    case invalidModel = 15
    /// The request does not have this revision.
    case unsupportedRevision = 16
    /// There is no data for a result.
    case dataUnavailable = 17
    /// There is no such time.
    case timeStampNotFound = 18
    /// The request is not available on Linux.
    case unsupportedRequest = 19
    /// It took too long.
    case timeout = 20
    /// The request does not have this stage.
    case unsupportedComputeStage = 21
    /// This device cannot compute the stage.
    case unsupportedComputeDevice = 22
}
