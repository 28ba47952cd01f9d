import Foundation
import TegataAppleErrors
import TegataVideo

/// The error domain of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of this module. The codes are the AVFoundation codes that can occur on Linux. `localizedDescription` states
/// the problem and what to do about it.
public struct AVError: NSErrorConvertible, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Int, Sendable {
        /// Any other error.
        case unknown = -11800
        /// There is not enough memory.
        case outOfMemory = -11801
        /// The session is not running.
        case sessionNotRunning = -11803
        /// Another session of this program uses the camera.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// The camera sends no frames, or none that can be used.
        case noDataCaptured = -11805
        /// The session has been changed in the meantime.
        case sessionConfigurationChanged = -11806
        /// The camera was disconnected.
        case deviceWasDisconnected = -11808
        /// There is no such device.
        case deviceNotConnected = -11814
        /// Another program uses the camera.
        case deviceInUseByAnotherApplication = -11815
        /// Another process has locked the device.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The session was interrupted.
        case sessionWasInterrupted = -11818
        /// The media services were restarted; never happens on Linux.
        case mediaServicesWereReset = -11819
        /// The file to record in exists.
        case fileAlreadyExists = -11823
        /// The frames of the video cannot be decoded.
        case decodeFailed = -11821
        /// The format of the file is not supported.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// There is no image at this time.
        case noImageAtTime = -11832
        /// The program that decodes and encodes such files is missing.
        case decoderNotFound = -11833
        /// The video does not support the requested operation.
        case operationNotSupportedForAsset = -11838
        /// The user lacks permission to use the camera.
        case applicationIsNotAuthorizedToUseDevice = -11852

        /// Whether `error` is one of this module's errors with this code, so that `catch AVError.deviceNotConnected`
        /// works.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? AVError)?.code == code
        }
    }

    private let error: NSError

    /// Creates an error with this code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Creates the error for an `NSError` of this domain; nil for other domains.
    public init?(nsError: NSError) {
        guard nsError.domain == AVFoundationErrorDomain else { return nil }
        error = nsError
    }

    init(_ code: Code, _ description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }

    /// ``AVFoundationErrorDomain``.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The kind of error.
    public var code: Code { Code(rawValue: error.code) ?? .unknown }
    /// The raw value of ``code``.
    public var errorCode: Int { error.code }
    /// Further information about the error.
    public var userInfo: [String: Any] { error.userInfo }
    /// Equal to ``userInfo``.
    public var errorUserInfo: [String: Any] { error.userInfo }
    /// The problem and what to do about it, or the domain and the code if there is no message.
    public var errorDescription: String? { error.localizedDescription }
    /// Equal to ``errorDescription``.
    public var description: String { error.localizedDescription }

    /// There is no such device.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// The camera was disconnected.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// Another program uses the camera.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another session of this program uses the camera.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// The user lacks permission to use the camera.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The camera sends no frames, or none that can be used.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The media services were restarted; never happens on Linux.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The file is damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// Any other error.
    public static var unknown: Code { .unknown }
}

extension AVError {
    /// Creates the error that corresponds to a failure to read a video or camera.
    init(_ error: VideoError) {
        let code: Code =
            switch error.problem {
            case .camera(let problem):
                switch problem {
                case .unplugged: .deviceWasDisconnected
                case .notACamera: .deviceNotConnected
                case .busy: .deviceInUseByAnotherApplication
                case .permissionDenied: .applicationIsNotAuthorizedToUseDevice
                case .silent, .damagedFrames: .noDataCaptured
                case .libraryMissing: .decoderNotFound
                case .interfaceUnsupported, .bandwidthMissing, .noUsableFormat, .implausible, .failed: .unknown
                }
            case .empty, .damaged, .truncated, .noPictures, .picture, .tooManyPixels: .fileFailedToParse
            case .programFailed: .decodeFailed
            case .programMissing: .decoderNotFound
            case .unsupported, .streamUnknown, .address, .nameEndingUnknown: .fileFormatNotRecognized
            default: .unknown
            }
        self.init(code, error.description)
    }
}
