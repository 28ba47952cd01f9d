import Foundation

/// A stand-in for properties of classes that publish what they are set to, before they are.
///
/// `$property` gives the value and then all later ones. Where the class is an ``ObservableObject``, its
/// `objectWillChange` tells of them, too.
@propertyWrapper
public struct Published<Value> {
    let storage: PublishedStorage<Value>

    /// A property with this first value.
    public init(wrappedValue: Value) {
        storage = PublishedStorage(wrappedValue)
    }

    /// The same as ``init(wrappedValue:)``.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Gives the property's value and then what it is set to.
    public struct Publisher: Combine.Publisher {
        /// What the property holds.
        public typealias Output = Value
        /// There are no errors.
        public typealias Failure = Never

        let storage: PublishedStorage<Value>

        /// Gives `receiver` the value of now, and then what the property is set to.
        public func attach(_ receiver: Receiver<Value, Never>) -> AnyCancellable { storage.subject.attach(receiver) }
    }

    /// Gives the property's value and then what it is set to.
    public var projectedValue: Publisher {
        mutating get { Publisher(storage: storage) }
        // For `assign(to: &$property)`, which does what there is to do.
        set {}
    }

    /// Is there for the compiler alone, which reads and sets properties of classes through a subscript.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("@Published is only available on properties of classes") }
        set { fatalError("@Published is only available on properties of classes") }
    }

    /// The value of an object's property. Setting it tells of the new value first.
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

    /// The publisher of an object's property, which tells of changes also where nothing else has used the property yet.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        projected projectedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Publisher {
        get {
            Publisher(storage: object[keyPath: storageKeyPath].storage(of: object))
        }
        // For `assign(to: &$property)`, which does what there is to do.
        set {}
    }

    /// The storage, which knows the object from now on.
    private func storage(of object: AnyObject) -> PublishedStorage<Value> {
        storage.owner = object
        return storage
    }
}

/// The value of a property that publishes it. It may be used by several threads.
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

    /// The object that has the property.
    var owner: AnyObject? {
        get { lock.withLock { currentOwner } }
        set { lock.withLock { currentOwner = newValue } }
    }

    /// Tells what the value is going to be, and then sets it.
    func publish(_ value: Value) {
        if let owner { changePublishers.announceChange(of: owner) }
        subject.send(value)
        // What the old value does as it ends may need the lock.
        let old = lock.withLock {
            defer { current = value }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// Keeps what sets the value for as long as there is the property.
    func keep(_ upstream: AnyCancellable) {
        lock.withLock { upstreams.append(upstream) }
    }
}
