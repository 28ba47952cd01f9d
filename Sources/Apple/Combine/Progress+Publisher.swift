import Foundation
import Synchronization

extension Progress {
    /// Returns a publisher of the values of a property, starting with the current one.
    ///
    /// Linux has no key-value observing. The property is therefore read 20 times a second while there is a subscriber,
    /// and values that change faster are skipped. The publisher never ends.
    public func publisher<Value: Equatable>(for keyPath: KeyPath<Progress, Value>) -> AnyPublisher<Value, Never> {
        ProgressPublisher(progress: self, keyPath: keyPath).eraseToAnyPublisher()
    }
}

/// Reads a property of a progress object repeatedly.
private struct ProgressPublisher<Value: Equatable>: Publisher {
    typealias Output = Value
    typealias Failure = Never

    let progress: Progress
    let keyPath: KeyPath<Progress, Value>

    var keeper: SubscriptionKeeper? { (progress as? any SubscriptionKeeping)?.subscriptionKeeper }

    func attach(_ receiver: Receiver<Value, Never>) -> AnyCancellable {
        let first = progress[keyPath: keyPath]
        receiver.receive(first)
        let queue = DispatchQueue(label: "progress")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50), leeway: .milliseconds(10))
        // No lock is needed, because the handler runs only on the timer's queue.
        var last = first
        let look = { [weak progress, keyPath] in
            guard let value = progress?[keyPath: keyPath] else {
                timer.cancel()
                return
            }
            guard value != last else { return }
            last = value
            receiver.receive(value)
        }
        timer.setEventHandler(handler: look)
        timer.activate()
        keeper?.flush { queue.sync(execute: look) }
        return AnyCancellable { timer.cancel() }
    }
}
