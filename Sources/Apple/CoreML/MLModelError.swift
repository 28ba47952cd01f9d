import Foundation
import TegataAppleErrors

/// The domain of ``MLModelError``.
public let MLModelErrorDomain = "com.apple.CoreML"

/// An error of Core ML.
public struct MLModelError: NSErrorConvertible, CustomStringConvertible, Hashable, @unchecked Sendable {
    /// The kind of error, with Core ML's raw values.
    public enum Code: Int, Sendable, Hashable {
        /// A failure that no other code describes.
        case generic = 0
        /// A feature is missing, or its type or shape is not the one that the model takes.
        case featureType = 1
        /// A file cannot be read or is not a model.
        case io = 3
        /// A custom layer failed; never happens on Linux.
        case customLayer = 4
        /// A custom model failed; never happens on Linux.
        case customModel = 5
        /// An update of a model failed.
        case update = 6
        /// A parameter cannot be used.
        case parameters = 7
        /// The key of an encrypted model could not be fetched; never happens on Linux.
        case modelDecryptionKeyFetch = 8
        /// An encrypted model could not be decrypted; never happens on Linux.
        case modelDecryption = 9
        /// A collection of models could not be fetched; never happens on Linux.
        case modelCollection = 10
        /// The task that asked for a prediction was cancelled.
        case predictionCancelled = 11

        /// Whether `error` has this code, so that `catch MLModelError.io` works.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? MLModelError)?.code == code }
    }

    /// The kind of error.
    public let code: Code
    /// Further information, under the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// Creates the error for an `NSError` of this domain; nil for other domains.
    public init?(nsError: NSError) {
        guard nsError.domain == MLModelErrorDomain, let code = Code(rawValue: nsError.code) else { return nil }
        self.init(code, userInfo: nsError.userInfo)
    }

    /// Creates an error whose message states the problem and what to do about it.
    package init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The domain of these errors.
    public static var errorDomain: String { MLModelErrorDomain }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// Equal to ``userInfo``.
    public var errorUserInfo: [String: Any] { userInfo }
    /// The problem and what to do about it; nil if there is no message.
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }
    /// The message, or the name of the code.
    public var description: String { errorDescription ?? "MLModelError.\(code)" }

    /// Whether the codes and messages are equal.
    public static func == (first: MLModelError, second: MLModelError) -> Bool {
        first.code == second.code && first.errorDescription == second.errorDescription
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(errorDescription)
    }
}

extension MLModelError {
    /// A failure that no other code describes.
    public static var generic: Code { .generic }
    /// A feature is missing, or its type or shape is not the one that the model takes.
    public static var featureType: Code { .featureType }
    /// A file cannot be read or is not a model.
    public static var io: Code { .io }
    /// A custom layer failed; never happens on Linux.
    public static var customLayer: Code { .customLayer }
    /// A custom model failed; never happens on Linux.
    public static var customModel: Code { .customModel }
    /// An update of a model failed.
    public static var update: Code { .update }
    /// A parameter cannot be used.
    public static var parameters: Code { .parameters }
    /// The key of an encrypted model could not be fetched; never happens on Linux.
    public static var modelDecryptionKeyFetch: Code { .modelDecryptionKeyFetch }
    /// An encrypted model could not be decrypted; never happens on Linux.
    public static var modelDecryption: Code { .modelDecryption }
    /// A collection of models could not be fetched; never happens on Linux.
    public static var modelCollection: Code { .modelCollection }
    /// The task that asked for a prediction was cancelled.
    public static var predictionCancelled: Code { .predictionCancelled }
}
