import Synchronization

/// A stand-in for objects that tell when they are going to change.
///
/// Properties with ``Published`` do so by themselves, unless the class has an `objectWillChange` of its own.
public protocol ObservableObject: AnyObject {
    /// What tells of changes, an ``ObservableObjectPublisher`` unless the class chooses another.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Tells that the object is going to change, before it does.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// One publisher for the life of the object.
    public var objectWillChange: ObservableObjectPublisher { changePublishers.publisher(for: self) }
}

/// The publishers of objects that were asked for theirs.
let changePublishers = ChangePublishers()

/// Finds publishers by objects, which have no room for them.
final class ChangePublishers: Sendable {
    private struct Entry: @unchecked Sendable {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// How many entries there may be before those of objects that ended are removed.
        var limit = 32
    }

    private let state = Mutex(State())

    /// The publisher of an object, a new one where there is none.
    func publisher(for object: AnyObject) -> ObservableObjectPublisher {
        let object = Unchecked(value: object)
        return state.withLock { state in
            let key = ObjectIdentifier(object.value)
            // Another object may have been at this address.
            if let entry = state.entries[key], entry.object === object.value { return entry.publisher }
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { $0.value.object != nil }
                state.limit = max(32, 2 * state.entries.count)
            }
            let publisher = ObservableObjectPublisher()
            state.entries[key] = Entry(object: object.value, publisher: publisher)
            return publisher
        }
    }

    /// Tells those who asked for an object's publisher that the object is going to change.
    func announceChange(of object: AnyObject) {
        let object = Unchecked(value: object)
        let publisher = state.withLock { state in
            state.entries[ObjectIdentifier(object.value)].flatMap { $0.object === object.value ? $0.publisher : nil }
        }
        publisher?.send()
    }
}

/// Tells that an object is going to change.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    /// Nothing but that there will be a change.
    public typealias Output = Void
    /// There are no errors.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// A publisher without subscribers.
    public init() {}

    /// Tells it to all subscribers.
    public func send() {
        subject.send()
    }

    /// Tells `receiver` of each ``send()``.
    public func attach(_ receiver: Receiver<Void, Never>) -> AnyCancellable { subject.attach(receiver) }
}
