import Synchronization

/// An object that announces its changes.
///
/// ``Published`` properties announce their changes, unless the class has its own `objectWillChange`.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher of changes; an ``ObservableObjectPublisher`` unless the class chooses another.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// A publisher that announces a change to the object before it happens.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// The same publisher throughout the life of the object.
    public var objectWillChange: ObservableObjectPublisher { changePublishers.publisher(for: self) }
}

/// The publishers that have been requested, for all objects.
let changePublishers = ChangePublishers()

/// Maps objects to their publishers, because the objects have no storage for them.
final class ChangePublishers: Sendable {
    private struct Entry: @unchecked Sendable {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of entries at which the entries for released objects are removed.
        var limit = 32
    }

    private let state = Mutex(State())

    /// Returns an object's publisher, creating it if necessary.
    func publisher(for object: AnyObject) -> ObservableObjectPublisher {
        let object = Unchecked(value: object)
        return state.withLock { state in
            let key = ObjectIdentifier(object.value)
            // Compare the objects, because another object may have been at this address.
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

    /// Announces to the subscribers of an object's publisher that the object is about to change.
    func announceChange(of object: AnyObject) {
        let object = Unchecked(value: object)
        let publisher = state.withLock { state in
            state.entries[ObjectIdentifier(object.value)].flatMap { $0.object === object.value ? $0.publisher : nil }
        }
        publisher?.send()
    }
}

/// A publisher that announces changes to an object.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    /// An empty value, which only announces a change.
    public typealias Output = Void
    /// The publisher never fails.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// Creates a publisher without subscribers.
    public init() {}

    /// Announces a change to all subscribers.
    public func send() {
        subject.send()
    }

    /// Calls `receiver` for each ``send()``.
    public func attach(_ receiver: Receiver<Void, Never>) -> AnyCancellable { subject.attach(receiver) }
}
