import Combine
import Foundation
import Synchronization
import Testing

@Suite("Futures and kept subscriptions")
struct KeptSubscriptionTests {
    private struct Failure: Error, Equatable {}

    @Test func deliversAFutureToAllSubscribers() async throws {
        var promise: Future<Int, any Error>.Promise?
        let future = Future<Int, any Error> { promise = $0 }
        let seen = Mutex<[String]>([])
        func subscribe() -> AnyCancellable {
            future.sink(
                receiveCompletion: { end in seen.withLock { $0.append("\(end)") } },
                receiveValue: { value in seen.withLock { $0.append("\(value)") } })
        }
        let early = subscribe()
        subscribe().cancel()
        promise?(.success(3))
        promise?(.success(4))
        let late = subscribe()
        #expect(seen.withLock { $0 } == ["3", "finished", "3", "finished"])
        #expect(try await future.value == 3)
        withExtendedLifetime((early, late)) {}
        let failed = Future<Int, any Error> { $0(.failure(Failure())) }
        await #expect(throws: Failure.self) { try await failed.value }
    }

    @Test func keepsSubscriptionsUntilTheKeeperEnds() {
        let keeper = SubscriptionKeeper()
        let subject = PassthroughSubject<Int, Never>()
        let seen = Mutex<[Int]>([])
        let publisher = subject.kept(by: keeper)
        let queue = DispatchQueue(label: "kept")
        // The returned subscription ends at once.
        _ = publisher.map { $0 * 10 }.receive(on: queue).sink { value in seen.withLock { $0.append(value) } }
        let cancelled = publisher.sink { value in seen.withLock { $0.append(-value) } }
        cancelled.cancel()
        subject.send(1)
        queue.suspend()
        subject.send(2)
        keeper.end()
        queue.resume()
        queue.sync {}
        // Pending values have arrived, and nothing comes after the end.
        #expect(seen.withLock { $0 } == [10, 20])
        subject.send(3)
        queue.sync {}
        #expect(seen.withLock { $0 } == [10, 20])
    }

    @Test func publishesTheEndOfAKeptProgress() {
        let progress = KeptProgress(parent: nil)
        progress.totalUnitCount = 4
        let seen = Mutex<[Double]>([])
        _ = progress.publisher(for: \.fractionCompleted).sink { value in seen.withLock { $0.append(value) } }
        progress.completedUnitCount = 4
        progress.subscriptionKeeper.end()
        #expect(seen.withLock { $0 } == [0, 1])
    }
}

private final class KeptProgress: Progress, SubscriptionKeeping, @unchecked Sendable {
    let subscriptionKeeper = SubscriptionKeeper()
}
