import Foundation

/// A stand-in for what loads its properties without waiting.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// The value of a property, such as `.duration`; throws an ``AVError`` where the file cannot be read.
    public func load<Value: Sendable>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try property.value(self) })
            }
        }
    }
}
