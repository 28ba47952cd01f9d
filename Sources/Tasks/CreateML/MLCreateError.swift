import Foundation
import TegataAppleErrors

/// The domain of ``MLCreateError``.
public let MLCreateErrorDomain = "com.apple.CreateML"

/// An error of this module.
public enum MLCreateError: NSErrorConvertible, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// An error that no other case describes.
    case generic(reason: String)
    /// A column or value is missing or has the wrong type.
    case type(reason: String)
    /// Files cannot be read or written.
    case io(reason: String)
    /// The job was cancelled.
    case cancelled
    /// The session in the directory was created with a different value for a parameter.
    case incompatibleParameters(parameter: String, originalValue: String, newValue: String)
    /// The files of the data set have changed since the session was created.
    case modifiedTrainingData

    /// The domain of these errors.
    public static var errorDomain: String { MLCreateErrorDomain }

    /// The number of the case, counted from 0.
    public var errorCode: Int {
        switch self {
        case .generic: 0
        case .type: 1
        case .io: 2
        case .cancelled: 3
        case .incompatibleParameters: 4
        case .modifiedTrainingData: 5
        }
    }

    /// The error text: what is wrong and what to do about it.
    public var errorDescription: String? { description }
    /// The error text: what is wrong and what to do about it.
    public var failureReason: String? { description }
    /// The error text: what is wrong and what to do about it.
    public var debugDescription: String { description }

    /// The error text: what is wrong and what to do about it.
    public var description: String {
        switch self {
        case .generic(let reason), .type(let reason), .io(let reason): reason
        case .cancelled: "the training was cancelled"
        case .incompatibleParameters(let parameter, let original, let new):
            "the session was created with \(parameter) = \(original), but it is now \(new);"
                + " use the same value or another session directory"
        case .modifiedTrainingData:
            "the files of the data set have changed since the session was created; use another session directory"
        }
    }

    /// Returns an error with the text of another error.
    static func generic(_ error: any Error) -> MLCreateError { .generic(reason: "\(error)") }
    /// Returns an error with the text of another error.
    static func io(_ error: any Error) -> MLCreateError { .io(reason: "\(error)") }
}
