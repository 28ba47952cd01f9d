/// The version of the module, for programs that write it down.
public let VNVisionVersionNumber = 1.0

/// The domain of errors of this module's class API; the codes are those of ``VNErrorCode``.
public let VNErrorDomain = "com.apple.vis"

/// Why a request failed.
public enum VNErrorCode: Int, Sendable {
    /// An error of the tracker.
    case turiCoreErrorCode = -1
    /// Nothing failed.
    case OK = 0
    /// The request was cancelled.
    case requestCancelled = 1
    /// Pixels have a format that is not read here.
    case invalidFormat = 2
    /// Something that the request needs failed.
    case operationFailed = 3
    /// A region lies outside the image.
    case outOfBoundsError = 4
    /// An option is not possible.
    case invalidOption = 5
    /// A file could not be read.
    case ioError = 6
    /// An option is missing.
    case missingOption = 7
    /// The function does not exist here.
    case notImplemented = 8
    /// Something is wrong in the module itself or its networks.
    case internalError = 9
    /// There is not so much memory.
    case outOfMemory = 10
    /// Something unknown happened.
    case unknownError = 11
    /// This cannot be done now.
    case invalidOperation = 12
    /// There is no image that can be looked at.
    case invalidImage = 13
    /// An argument is not possible.
    case invalidArgument = 14
    /// The networks are not there or cannot be used.
    case invalidModel = 15
    /// The request does not have this revision.
    case unsupportedRevision = 16
    /// There is nothing to answer from.
    case dataUnavailable = 17
    /// There is no such time.
    case timeStampNotFound = 18
    /// The request does not exist here.
    case unsupportedRequest = 19
    /// It took too long.
    case timeout = 20
    /// The request does not have this stage.
    case unsupportedComputeStage = 21
    /// This device cannot compute the stage.
    case unsupportedComputeDevice = 22
}
