import Combine
import Testing

@Suite("Publisher errors and asynchronous sequences")
struct FailingPublisherTests {
    private enum Failure: Error, Equatable, CustomDebugStringConvertible {
        case broken
        case other

        var debugDescription: String { self == .broken ? "broken" : "other" }
    }

    /// Owns a subscription that ends when it is released.
    private final class Subscriber {
        var own: AnyCancellable?
    }

    @Test func endsSubscriptionsThatOtherSubscriptionsOwn() {
        let future = Future<Int, Failure> { _ in }
        var outer: AnyCancellable?
        weak var seen: Subscriber?
        do {
            let subscriber = Subscriber()
            seen = subscriber
            subscriber.own = future.sink { _ in
            } receiveValue: { _ in
            }
            let counted = future.map { [subscriber] in $0 + (subscriber.own == nil ? 0 : 1) }
            outer = counted.sink { _ in
            } receiveValue: { _ in
            }
        }
        #expect(seen != nil)
        outer?.cancel()
        #expect(seen == nil)
    }

    private static func collect<P: Publisher>(_ publisher: P, _ send: () -> Void = {}) -> [String] {
        var seen: [String] = []
        let subscription = publisher.sink {
            seen.append("\($0)")
        } receiveValue: {
            seen.append("\($0)")
        }
        send()
        subscription.cancel()
        return seen
    }

    @Test func ignoresValuesSentAfterAnError() {
        let subject = PassthroughSubject<Int, Never>()
        var made: [Int] = []
        var ends = 0
        let broken = subject.tryMap { (value: Int) throws -> Int in
            made.append(value)
            throw Failure.broken
        }
        let subscription = broken.sink { _ in
            ends += 1
            subject.send(2)
        } receiveValue: { _ in
        }
        subject.send(1)
        #expect(made == [1] && ends == 1)
        subscription.cancel()
    }

    @Test func mapsReplacesAndCatchesErrors() {
        let subject = PassthroughSubject<Int, Failure>()
        func send() {
            subject.send(1)
            subject.send(completion: .failure(.broken))
        }
        #expect(Self.collect(subject.mapError { _ in Failure.other }, send) == ["1", "failure(other)"])
        let failed = Fail.publisher(Failure.broken)
        #expect(Self.collect(failed.replaceError(with: 7)) == ["7", "finished"])
        #expect(Self.collect(failed.catch { _ in Just(8) }) == ["8", "finished"])
    }

    @Test func endsWithTheErrorThatAClosureThrows() {
        let subject = PassthroughSubject<Int, Never>()
        let tried = subject.tryMap { value in
            if value == 2 { throw Failure.broken }
            return 10 * value
        }
        let seen = Self.collect(tried.replaceError(with: -1)) { for value in 1...3 { subject.send(value) } }
        #expect(seen == ["10", "-1", "finished"])
    }

    @Test(.timeLimit(.minutes(1)))
    func iteratesOverValuesAndThrowsErrors() async {
        var seen: [Int] = []
        for await value in Just(3).values { seen.append(value) }
        do {
            for try await value in Just(4).tryMap({ $0 + 1 }).values { seen.append(value) }
            for try await value in Fail.publisher(Failure.broken).values { seen.append(value) }
            Issue.record("the error was not thrown")
        } catch { #expect(error as? Failure == .broken) }
        #expect(seen == [3, 5])
    }

    /// A publisher that fails at once.
    private enum Fail {
        static func publisher(_ error: Failure) -> Future<Int, Failure> { Future { $0(.failure(error)) } }
    }
}
