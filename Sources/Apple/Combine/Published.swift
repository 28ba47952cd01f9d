import Foundation

/// A property of a class that publishes each new value before it is set.
///
/// `$property` publishes the current value and then all later ones. If the class is an ``ObservableObject``, its
/// `objectWillChange` announces them as well.
@propertyWrapper
public struct Published<Value> {
    let storage: PublishedStorage<Value>

    /// Creates a property with this initial value.
    public init(wrappedValue: Value) {
        storage = PublishedStorage(wrappedValue)
    }

    /// Equivalent to ``init(wrappedValue:)``.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// A publisher of the property's current value and all later ones.
    public struct Publisher: Combine.Publisher {
        /// The type of the property's value.
        public typealias Output = Value
        /// The publisher never fails.
        public typealias Failure = Never

        let storage: PublishedStorage<Value>

        /// Passes the current value and then all later ones to `receiver`.
        public func attach(_ receiver: Receiver<Value, Never>) -> AnyCancellable { storage.subject.attach(receiver) }
    }

    /// A publisher of the property's current value and all later ones.
    public var projectedValue: Publisher {
        mutating get { Publisher(storage: storage) }
        // Needed for `assign(to: &$property)`, which has already done the work.
        set {}
    }

    /// Used only by the compiler, which reads and sets properties of classes through a subscript.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("@Published is only available on properties of classes") }
        set { fatalError("@Published is only available on properties of classes") }
    }

    /// The value of an object's property. Setting it publishes the new value first.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get {
            object[keyPath: storageKeyPath].storage(of: object).value
        }
        set {
            object[keyPath: storageKeyPath].storage(of: object).publish(newValue)
        }
    }

    /// The publisher of an object's property. It announces changes even if the property has not been used yet.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Publisher {
        get {
            Publisher(storage: object[keyPath: storageKeyPath].storage(of: object))
        }
        // Needed for `assign(to: &$property)`, which has already done the work.
        set {}
    }

    /// Records the object in the storage and returns the storage.
    private func storage(of object: AnyObject) -> PublishedStorage<Value> {
        storage.owner = object
        return storage
    }
}

/// The value of a published property. It may be used by several threads.
final class PublishedStorage<Value>: @unchecked Sendable {
    let subject: CurrentValueSubject<Value, Never>
    private let lock = NSLock()
    private var current: Value
    private weak var currentOwner: AnyObject?
    private var upstreams: [AnyCancellable] = []

    init(_ value: Value) {
        current = value
        subject = CurrentValueSubject(value)
    }

    var value: Value { lock.withLock { current } }

    /// The object that has the property; nil before it is known.
    var owner: AnyObject? {
        get { lock.withLock { currentOwner } }
        set { lock.withLock { currentOwner = newValue } }
    }

    /// Publishes the new value and then sets it.
    func publish(_ value: Value) {
        if let owner { changePublishers.announceChange(of: owner) }
        subject.send(value)
        // Release the old value outside the lock, because its deinitializer may need the lock.
        let old = lock.withLock {
            defer { current = value }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// Keeps the subscription that sets the value as long as the property exists.
    func keep(_ upstream: AnyCancellable) {
        lock.withLock { upstreams.append(upstream) }
    }
}
