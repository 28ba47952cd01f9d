import Foundation

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
