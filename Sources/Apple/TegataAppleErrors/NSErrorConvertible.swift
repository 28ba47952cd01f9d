import Foundation

/// An error that casts to `NSError` and back, as Apple's errors do.
///
/// Without this, `catch let error as NSError` ends a program on Linux: the compiler takes the cast for one that always
/// succeeds, and it fails.
public protocol NSErrorConvertible: LocalizedError, _ObjectiveCBridgeable where _ObjectiveCType == NSError {
    /// The error for an `NSError` that was not made of one; nil if there is none.
    init?(nsError: NSError)
}

/// Where an `NSError` has the error that it was made of.
private let originalKey = "TegataOriginalError"

extension NSErrorConvertible {
    /// There is none: only an `NSError` that was made of such an error is one again.
    public init?(nsError: NSError) { nil }

    /// An error of the same domain, code and user info, with the description.
    public func _bridgeToObjectiveC() -> NSError {
        var userInfo = (self as? any CustomNSError)?.errorUserInfo ?? [:]
        userInfo[NSLocalizedDescriptionKey] = userInfo[NSLocalizedDescriptionKey] ?? errorDescription
        userInfo[originalKey] = self
        return NSError(domain: _domain, code: _code, userInfo: userInfo)
    }

    /// Whether `source` is such an error, and which.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = source.userInfo[originalKey] as? Self ?? Self(nsError: source)
        return result != nil
    }

    /// What `as!` does.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Only the compiler calls this, with errors of this type.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        guard let result else { preconditionFailure("this is no \(Self.self)") }
        return result
    }
}
