import Foundation

/// Keeps the subscriptions to a background process, such as training, until that process ends. Not part of Apple's API.
///
/// Apple's Combine ends a subscription when its last reference is released. Tutorial code keeps the subscriptions to
/// training in a local variable of the function that starts it. That function returns at once, but the code expects to
/// be notified of the end.
public final class SubscriptionKeeper: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: [AnyCancellable] = []
    private var flushes: [() -> Void] = []
    private var isOver = false

    package init() {}

    func keep(_ subscription: AnyCancellable) {
        lock.withLock {
            if !isOver { kept.append(subscription) }
        }
    }

    /// Calls `flush` before the end, for notifications that are sent with a delay.
    func flush(_ flush: @escaping () -> Void) {
        lock.withLock {
            if !isOver { flushes.append(flush) }
        }
    }

    /// Releases all subscriptions; values that are already on their way still arrive.
    package func end() {
        lock.lock()
        let (kept, flushes) = (kept, flushes)
        (self.kept, self.flushes, isOver) = ([], [], true)
        lock.unlock()
        for flush in flushes { flush() }
        for subscription in kept { subscription.letGo() }
    }
}

/// A type with a keeper for its subscriptions, in addition to the publishers.
package protocol SubscriptionKeeping {
    var subscriptionKeeper: SubscriptionKeeper { get }
}

extension Publisher {
    /// Returns a publisher of the same values whose subscriptions continue until `keeper` ends, even if the program
    /// does not keep them.
    package func kept(by keeper: SubscriptionKeeper) -> AnyPublisher<Output, Failure> {
        AnyPublisher(self, keeper: keeper)
    }
}
