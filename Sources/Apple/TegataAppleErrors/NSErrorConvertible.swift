import Foundation

/// An error that casts to `NSError` and back, as Apple's errors do.
///
/// Without this, `catch let error as NSError` ends a program on Linux: the compiler takes the cast for one that always
/// succeeds, and it fails.
public protocol NSErrorConvertible: LocalizedError, CustomNSError, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {
    /// The error for an `NSError`; nil if there is none.
    init?(nsError: NSError)
}

/// Where an `NSError` has the error that it was made of.
private let originalKey = "TegataOriginalError"

extension NSErrorConvertible {
    /// The error that the `NSError` was made of.
    public init?(nsError: NSError) {
        guard let original = nsError.userInfo[originalKey] as? Self else { return nil }
        self = original
    }

    /// The description, and the error itself: numbers and texts do not say which values a case has.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [originalKey: self]
        userInfo[NSLocalizedDescriptionKey] = errorDescription
        return userInfo
    }

    /// An error of the same domain, code and user info.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Whether `source` is such an error, and which.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = Self(nsError: source)
        return result != nil
    }

    /// Casts with `as!`, which ends the program if the result stays nil.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Only the compiler calls this, with errors of this type.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        guard let result else { preconditionFailure("the error is not a \(Self.self)") }
        return result
    }
}
