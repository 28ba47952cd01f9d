import Foundation

/// An error that casts to `NSError` and back, as Apple's errors do.
///
/// Without this, `catch let error as NSError` crashes on Linux: the compiler assumes that the cast always succeeds, but
/// it fails.
public protocol NSErrorConvertible: LocalizedError, CustomNSError, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {
    /// Creates the error that corresponds to an `NSError`; nil if there is none.
    init?(nsError: NSError)
}

/// The key under which an `NSError` stores the error that it was created from.
private let originalKey = "TegataOriginalError"

extension NSErrorConvertible {
    /// Creates the error that the `NSError` was created from; nil if there is none.
    public init?(nsError: NSError) {
        guard let original = nsError.userInfo[originalKey] as? Self else { return nil }
        self = original
    }

    /// The description and the error itself, because a domain and a code cannot hold the values of an enum case.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [originalKey: self]
        userInfo[NSLocalizedDescriptionKey] = errorDescription
        return userInfo
    }

    /// Returns an `NSError` with the same domain, code and user info.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Whether `source` converts to this type; the error is stored in `result`.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = Self(nsError: source)
        return result != nil
    }

    /// Implements `as!`, which ends the program if the result stays nil.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Called only by the compiler, with errors of this type.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        guard let result else { preconditionFailure("the error is not a \(Self.self)") }
        return result
    }
}
