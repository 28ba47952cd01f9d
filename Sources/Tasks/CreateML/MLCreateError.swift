import Foundation
import TegataAppleErrors

/// The domain of ``MLCreateError``.
public let MLCreateErrorDomain = "com.apple.CreateML"

/// A stand-in for why something of Create ML's failed.
public enum MLCreateError: NSErrorConvertible, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// What no other case describes.
    case generic(reason: String)
    /// A column or value is missing or of another type than is needed.
    case type(reason: String)
    /// Files cannot be read or written.
    case io(reason: String)
    /// The job was cancelled.
    case cancelled
    /// The session in the folder was made with another value of a parameter.
    case incompatibleParameters(parameter: String, originalValue: String, newValue: String)
    /// The files of the session's data set are other ones than before.
    case modifiedTrainingData

    /// The domain of all of them.
    public static var errorDomain: String { MLCreateErrorDomain }

    /// The number of the case, from 0.
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

    /// What is wrong and what to do.
    public var errorDescription: String? { description }
    /// What is wrong and what to do.
    public var failureReason: String? { description }
    /// What is wrong and what to do.
    public var debugDescription: String { description }

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .generic(let reason), .type(let reason), .io(let reason): reason
        case .cancelled: "the training was cancelled"
        case .incompatibleParameters(let parameter, let original, let new):
            "the session was made with \(parameter) = \(original), and now it is \(new);"
                + " use the same value or another session folder"
        case .modifiedTrainingData:
            "the files of the data set have changed since the session was made; use another session folder"
        }
    }

    /// The reason in the words of the error that it comes from.
    static func generic(_ error: any Error) -> MLCreateError { .generic(reason: "\(error)") }
    /// The reason in the words of the error that it comes from.
    static func io(_ error: any Error) -> MLCreateError { .io(reason: "\(error)") }
}
