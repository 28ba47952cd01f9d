import Foundation

/// Keeps the subscriptions to something that goes on by itself, such as a training, until that ends. Not part of
/// the original.
///
/// The original would end a subscription with the last one who keeps it. Code of tutorials keeps those to a training in
/// a variable of the function that starts it, which returns at once, and yet expects to be told of the end.
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

    /// Calls `flush` before the end, for what is told with some delay.
    func flush(_ flush: @escaping () -> Void) {
        lock.withLock {
            if !isOver { flushes.append(flush) }
        }
    }

    /// Lets all subscriptions go; what is on its way to them still arrives.
    package func end() {
        lock.lock()
        let (kept, flushes) = (kept, flushes)
        (self.kept, self.flushes, isOver) = ([], [], true)
        lock.unlock()
        for flush in flushes { flush() }
        for subscription in kept { subscription.letGo() }
    }
}

/// What has a keeper for its subscriptions besides the publishers.
package protocol SubscriptionKeeping {
    var subscriptionKeeper: SubscriptionKeeper { get }
}

extension Publisher {
    /// The same values; subscriptions go on until `keeper` ends, even where nobody keeps them.
    package func kept(by keeper: SubscriptionKeeper) -> AnyPublisher<Output, Failure> {
        AnyPublisher(self, keeper: keeper)
    }
}
