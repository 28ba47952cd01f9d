import Foundation
import TegataAppleErrors

/// The domain of ``MLModelError``.
public let MLModelErrorDomain = "com.apple.CoreML"

/// A stand-in for the errors of Core ML.
public struct MLModelError: NSErrorConvertible, CustomStringConvertible, Hashable, @unchecked Sendable {
    /// What kind of error it is, with the original's raw values.
    public enum Code: Int, Sendable, Hashable {
        /// A failure that no other code describes.
        case generic = 0
        /// A feature is missing, or is of another type or shape than the model takes.
        case featureType = 1
        /// A file cannot be read or is not a model.
        case io = 3
        /// A custom layer failed; nothing here has such layers.
        case customLayer = 4
        /// A custom model failed; there are none here.
        case customModel = 5
        /// An update of a model failed.
        case update = 6
        /// A parameter cannot be used.
        case parameters = 7
        /// The key of an encrypted model could not be fetched; there are no such models here.
        case modelDecryptionKeyFetch = 8
        /// An encrypted model could not be decrypted; there are no such models here.
        case modelDecryption = 9
        /// A collection of models could not be fetched; there are none here.
        case modelCollection = 10
        /// The task that asked for a prediction was cancelled.
        case predictionCancelled = 11

        /// Lets `catch MLModelError.io` catch errors of that code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? MLModelError)?.code == code }
    }

    /// What kind of error it is.
    public let code: Code
    /// What else is known, by the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Makes an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The error for an `NSError` of this domain.
    public init?(nsError: NSError) {
        guard nsError.domain == MLModelErrorDomain, let code = Code(rawValue: nsError.code) else { return nil }
        self.init(code, userInfo: nsError.userInfo)
    }

    /// An error that says what is wrong and what to do.
    package init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The domain of all of them.
    public static var errorDomain: String { MLModelErrorDomain }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// What ``userInfo`` has.
    public var errorUserInfo: [String: Any] { userInfo }
    /// What is wrong and what to do, if the error says so.
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }
    /// The message, or the name of the code.
    public var description: String { errorDescription ?? "MLModelError.\(code)" }

    /// Whether the codes and messages are equal.
    public static func == (first: MLModelError, second: MLModelError) -> Bool {
        first.code == second.code && first.errorDescription == second.errorDescription
    }

    /// Adds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(errorDescription)
    }
}

extension MLModelError {
    /// A failure that no other code describes.
    public static var generic: Code { .generic }
    /// A feature is missing, or is of another type or shape than the model takes.
    public static var featureType: Code { .featureType }
    /// A file cannot be read or is not a model.
    public static var io: Code { .io }
    /// A custom layer failed; nothing here has such layers.
    public static var customLayer: Code { .customLayer }
    /// A custom model failed; there are none here.
    public static var customModel: Code { .customModel }
    /// An update of a model failed.
    public static var update: Code { .update }
    /// A parameter cannot be used.
    public static var parameters: Code { .parameters }
    /// The key of an encrypted model could not be fetched; there are no such models here.
    public static var modelDecryptionKeyFetch: Code { .modelDecryptionKeyFetch }
    /// An encrypted model could not be decrypted; there are no such models here.
    public static var modelDecryption: Code { .modelDecryption }
    /// A collection of models could not be fetched; there are none here.
    public static var modelCollection: Code { .modelCollection }
    /// The task that asked for a prediction was cancelled.
    public static var predictionCancelled: Code { .predictionCancelled }
}
