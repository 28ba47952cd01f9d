/// A stand-in for the properties of `Root` that are loaded.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    init() {}
}

/// A stand-in for a property of `Root` that is loaded, with a value of type `Value`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init()
    }
}
