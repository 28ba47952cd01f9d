import Foundation
import TegataAppleErrors
import TegataVideo

/// The domain of errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// A stand-in for AVFoundation's errors, with the original's codes as far as they can happen here. What is wrong and
/// what to do about it is in `localizedDescription`.
public struct AVError: NSErrorConvertible, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: Int, Sendable {
        /// None of the others.
        case unknown = -11800
        /// There is no memory left.
        case outOfMemory = -11801
        /// The session is not running.
        case sessionNotRunning = -11803
        /// Another session of this program has the camera.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// The camera sends nothing, or nothing that can be used.
        case noDataCaptured = -11805
        /// The session has changed meanwhile.
        case sessionConfigurationChanged = -11806
        /// The camera was taken away.
        case deviceWasDisconnected = -11808
        /// There is no such device.
        case deviceNotConnected = -11814
        /// Another program has the camera.
        case deviceInUseByAnotherApplication = -11815
        /// Something else has locked the device.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The session was interrupted.
        case sessionWasInterrupted = -11818
        /// What serves media to programs has begun anew; does not happen here.
        case mediaServicesWereReset = -11819
        /// The video's pictures cannot be decoded.
        case decodeFailed = -11821
        /// The file is of a kind that is not read here.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// There is no picture at this time.
        case noImageAtTime = -11832
        /// What decodes such files is missing.
        case decoderNotFound = -11833
        /// What was asked for cannot be done with this video.
        case operationNotSupportedForAsset = -11838
        /// This user may not use the camera.
        case applicationIsNotAuthorizedToUseDevice = -11852

        /// Whether `error` is one of this module with this code, so that `catch AVError.deviceNotConnected` works.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? AVError)?.code == code
        }
    }

    private let error: NSError

    /// An error with this code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The error for an `NSError` of this domain.
    public init?(nsError: NSError) {
        guard nsError.domain == AVFoundationErrorDomain else { return nil }
        error = nsError
    }

    init(_ code: Code, _ description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }

    /// ``AVFoundationErrorDomain``.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// What kind of error it is.
    public var code: Code { Code(rawValue: error.code) ?? .unknown }
    /// The number of its kind.
    public var errorCode: Int { error.code }
    /// What else is known about it.
    public var userInfo: [String: Any] { error.userInfo }
    /// The same as ``userInfo``.
    public var errorUserInfo: [String: Any] { error.userInfo }
    /// What is wrong and what to do about it, or else the domain and the code.
    public var errorDescription: String? { error.localizedDescription }
    /// The same as ``errorDescription``.
    public var description: String { error.localizedDescription }

    /// There is no such device.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// The camera was taken away.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// Another program has the camera.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another session of this program has the camera.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// This user may not use the camera.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The camera sends nothing, or nothing that can be used.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// What serves media to programs has begun anew; does not happen here.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The file is damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// None of the others.
    public static var unknown: Code { .unknown }
}

extension AVError {
    /// What reading a video or a camera has thrown.
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
            case .unsupported, .streamUnknown, .address: .fileFormatNotRecognized
            default: .unknown
            }
        self.init(code, error.description)
    }
}
