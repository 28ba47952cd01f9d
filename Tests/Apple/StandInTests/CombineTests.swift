import Combine
import Synchronization
import Testing

@Suite("Publishers")
struct CombineTests {
    private enum Failure: Error, Equatable {
        case broken
    }

    private final class Game: ObservableObject {
        @Published var points = 0
        @Published private(set) var name = "none"
        var unpublished = 0

        func rename(_ name: String) {
            self.name = name
        }
    }

    private class Round: ObservableObject {
        @Published var points = 0
        unowned let game: Game

        init(of game: Game) {
            self.game = game
        }
    }

    private final class LastRound: Round {
        @Published private(set) var isWon = false

        func win(by wins: PassthroughSubject<Bool, Never>) {
            wins.assign(to: &$isWon)
        }
    }

    private final class Session: ObservableObject {
        let objectWillChange = PassthroughSubject<Void, Never>()
        @Published var isRunning = false
    }

    @Test func sendsPublishedValuesBeforeTheyAreSet() {
        let game = Game()
        var seen: [[Int]] = []
        let subscription = game.$points.sink { seen.append([$0, game.points]) }
        game.points = 3
        game.points += 1
        #expect(seen == [[0, 0], [3, 0], [4, 3]])
        #expect(game.points == 4)
        subscription.cancel()
        game.points = 9
        #expect(seen.count == 3)
    }

    @Test func announcesChangesOfAllPublishedProperties() {
        let game = Game()
        var values: [Int] = []
        var subscriptions = Set<AnyCancellable>()
        game.objectWillChange.sink { values.append(game.points) }.store(in: &subscriptions)
        game.points = 1
        game.rename("rock")
        game.unpublished = 1
        #expect(values == [0, 1])
        #expect(game.objectWillChange === game.objectWillChange)
        #expect(Game().objectWillChange !== game.objectWillChange)
        game.objectWillChange.send()
        #expect(values == [0, 1, 1])
        subscriptions.removeAll()
        game.points = 2
        #expect(values.count == 3)
    }

    @Test func leavesCustomPublishersToTheirObject() {
        let session = Session()
        var count = 0
        let subscription = session.objectWillChange.sink { count += 1 }
        session.isRunning = true
        #expect(count == 0)
        session.objectWillChange.send()
        #expect(count == 1)
        subscription.cancel()
    }

    @Test func keepsPublishersOfManyObjectsApart() {
        for _ in 0..<500 {
            let game = Game()
            var count = 0
            let subscription = game.objectWillChange.sink { count += 1 }
            game.points = 1
            #expect(count == 1)
            subscription.cancel()
        }
    }

    @Test func endsDroppedCancelledAndRemovedSubscriptions() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        var set = Set<AnyCancellable>()
        var array: [AnyCancellable] = []
        subject.sink { seen.append($0) }.store(in: &set)
        subject.sink { seen.append(10 * $0) }.store(in: &array)
        _ = subject.sink { seen.append(100 * $0) }
        subject.send(1)
        set = []
        subject.send(2)
        array[0].cancel()
        array[0].cancel()
        subject.send(3)
        #expect(seen == [1, 10, 20])
        var count = 0
        do {
            let cancellable = AnyCancellable { count += 1 }
            #expect(count == 0)
            cancellable.cancel()
        }
        #expect(count == 1)
    }

    @Test func allowsSubscribersToCancelDuringACall() {
        let subject = PassthroughSubject<Int, Never>()
        var (first, second): (AnyCancellable?, AnyCancellable?)
        var seen: [String] = []
        first = subject.sink {
            seen.append("first \($0)")
            first?.cancel()
            second?.cancel()
        }
        second = subject.sink { seen.append("second \($0)") }
        subject.send(1)
        subject.send(2)
        #expect(seen == ["first 1"])
    }

    @Test func completesOnceAndInformsLateSubscribers() {
        let subject = PassthroughSubject<Int, Failure>()
        var seen: [String] = []
        let subscription = subject.sink {
            seen.append("\($0)")
        } receiveValue: {
            seen.append("\($0)")
        }
        subject.send(1)
        subject.send(completion: .failure(.broken))
        subject.send(2)
        subject.send(completion: .finished)
        #expect(seen == ["1", "failure(\(Failure.broken))"].map { $0.replacing("failure(broken)", with: seen[1]) })
        var end: Subscribers.Completion<Failure>?
        let late = subject.sink(receiveCompletion: { end = $0 }, receiveValue: { _ in })
        #expect(end == .failure(.broken))
        _ = (subscription, late)
    }

    /// A value that reads its subject when it is released.
    @Test func releasesOldValuesOutsideLocks() {
        final class Value {
            var end: (() -> Void)?

            deinit { end?() }
        }
        let subject = CurrentValueSubject<Value?, Never>(Value())
        var seen: [Bool] = []
        subject.value?.end = { [unowned subject] in seen.append(subject.value == nil) }
        subject.send(nil)
        #expect(seen == [true])
    }

    @Test func sendsTheCurrentValueFirst() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var seen: [Int] = []
        let subscription = subject.sink { seen.append($0) }
        subject.value = 2
        subject.send(3)
        #expect(seen == [1, 2, 3])
        #expect(subject.value == 3)
        subject.send(completion: .finished)
        subject.send(4)
        #expect(subject.value == 3)
        subscription.cancel()
    }

    @Test func transformsValuesWithOperators() {
        let subject = PassthroughSubject<String, Never>()
        var seen: [Int] = []
        let publisher: AnyPublisher<Int, Never> = subject.compactMap { Int($0) }.filter { $0 > 0 }.removeDuplicates()
            .map { $0 * 10 }.eraseToAnyPublisher()
        let subscription = publisher.sink { seen.append($0) }
        for text in ["1", "x", "1", "-1", "1", "2", "2", "1"] { subject.send(text) }
        #expect(seen == [10, 20, 10])
        var counts: [Int] = []
        let counting = subject.map(\.count).removeDuplicates { $0 / 2 == $1 / 2 }.sink { counts.append($0) }
        for text in ["", "a", "bb", "ccc", "dddd"] { subject.send(text) }
        #expect(counts == [0, 2, 4])
        _ = (subscription, counting)
    }

    @Test func finishesAfterTheFirstValue() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        var isFinished = false
        let subscription = subject.first().sink(
            receiveCompletion: { _ in isFinished = true }, receiveValue: { seen.append($0) })
        subject.send(1)
        subject.send(2)
        #expect(seen == [1] && isFinished)
        _ = subscription
        var just: [Int] = []
        _ = Just(5).first().sink { just.append($0) }
        #expect(just == [5])
    }

    @Test func finishesAfterTheFirstValueDespiteReentrantSends() {
        let subject = PassthroughSubject<Int, Failure>()
        var seen: [String] = []
        let subscription = subject.first().sink {
            seen.append("\($0)")
            subject.send(10)
        } receiveValue: {
            seen.append("\($0)")
            if seen.count < 5 { subject.send($0 + 1) }
            subject.send(completion: .failure(.broken))
        }
        subject.send(1)
        #expect(seen == ["1", "finished"])
        let current = CurrentValueSubject<Int, Never>(1)
        var numbers: [Int] = []
        let second = current.first().sink {
            numbers.append($0)
            if numbers.count < 5 { current.send($0 + 1) }
        }
        #expect(numbers == [1] && current.value == 2)
        var end: Subscribers.Completion<Failure>?
        let empty = PassthroughSubject<Int, Failure>()
        let third = empty.first().sink(receiveCompletion: { end = $0 }, receiveValue: { _ in })
        empty.send(completion: .failure(.broken))
        #expect(end == .failure(.broken))
        _ = (subscription, second, third)
    }

    @Test func announcesAssignmentsToUnusedProperties() {
        // The game, an unowned reference, is already released.
        let round = LastRound(of: Game())
        var seen: [Int] = []
        let subscription = round.objectWillChange.sink { seen.append(round.points) }
        let (points, wins) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Bool, Never>())
        points.assign(to: &round.$points)
        round.win(by: wins)
        #expect(seen.isEmpty)
        points.send(3)
        wins.send(true)
        points.send(4)
        #expect(seen == [0, 3, 3] && round.points == 4 && round.isWon)
        subscription.cancel()
    }

    @Test func assignsValuesToProperties() {
        let (game, other) = (Game(), Game())
        let subject = PassthroughSubject<Int, Never>()
        let subscription = subject.assign(to: \.points, on: game)
        subject.assign(to: &other.$points)
        subject.send(7)
        #expect(game.points == 7)
        #expect(other.points == 7)
        subscription.cancel()
        subject.send(8)
        #expect(game.points == 7)
        #expect(other.points == 8)
    }

    @Test(.timeLimit(.minutes(1)))
    func receivesValuesOnTheRequestedQueue() {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "receiver")
        queue.setSpecific(key: key, value: "queue")
        let subject = PassthroughSubject<Int, Never>()
        let seen = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        let subscription = subject.subscribe(on: ImmediateQueue.shared).receive(on: queue).sink { value in
            #expect(DispatchQueue.getSpecific(key: key) == "queue")
            seen.withLock { $0.append(value) }
            if value == 99 { done.signal() }
        }
        ImmediateQueue.shared.sync {}
        for value in 0..<100 { subject.send(value) }
        done.wait()
        #expect(seen.withLock { $0 } == Array(0..<100))
        subscription.cancel()
        let operations = OperationQueue()
        let operation = Just(1).receive(on: operations).sink { _ in done.signal() }
        done.wait()
        operation.cancel()
    }

    private enum ImmediateQueue {
        static let shared = DispatchQueue(label: "subscriber")
    }

    @Test(.timeLimit(.minutes(1)))
    func receivesValuesOnTheMainRunLoop() async {
        // Check the queue rather than the thread, because another thread may serve the main queue.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        var subscription: AnyCancellable?
        let isMain = await withCheckedContinuation { continuation in
            subscription = Just(1).receive(on: RunLoop.main).sink { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isMain)
        subscription?.cancel()
    }

    @Test(.timeLimit(.minutes(1)))
    func receivesValuesOnTheRunLoopOfAThread() {
        let seen = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // A run loop without sources returns at once.
            RunLoop.current.add(Timer(timeInterval: 3600, repeats: false) { _ in }, forMode: .default)
            let subject = PassthroughSubject<Int, Never>()
            let subscription = subject.receive(on: RunLoop.current).sink { value in seen.withLock { $0.append(value) } }
            for value in 0..<3 { subject.send(value) }
            #expect(seen.withLock { $0 } == [])
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            subscription.cancel()
            done.signal()
        }
        done.wait()
        #expect(seen.withLock { $0 } == [0, 1, 2])
    }

    @Test func receivesNothingAfterCancellation() {
        let queue = DispatchQueue(label: "receiver")
        queue.suspend()
        let count = Mutex(0)
        let subscription = Just(1).receive(on: queue).sink { _ in count.withLock { $0 += 1 } }
        subscription.cancel()
        queue.resume()
        queue.sync {}
        #expect(count.withLock { $0 } == 0)
    }

    @Test func sendsSubscribesAndCancelsOnSeveralThreads() {
        let subject = SubjectBox()
        let sum = Mutex(0)
        let subscription = subject.passthrough.sink { value in sum.withLock { $0 += value } }
        let last = Mutex(0)
        let latest = subject.current.sink { value in last.withLock { $0 = value } }
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            subject.passthrough.send(1)
            subject.current.send(index)
            subject.passthrough.sink { _ in }.cancel()
            subject.game.points = index
            _ = subject.game.objectWillChange
        }
        #expect(sum.withLock { $0 } == 200)
        #expect(last.withLock { $0 } == subject.current.value)
        subscription.cancel()
        latest.cancel()
    }

    private struct SubjectBox: @unchecked Sendable {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(-1)
        let game = Game()
    }

    @Test(.timeLimit(.minutes(1)))
    func publishesTheFractionOfAProgress() {
        let progress = Progress(totalUnitCount: 4)
        let seen = Mutex<[Double]>([])
        let done = DispatchSemaphore(value: 0)
        let subscription = progress.publisher(for: \.fractionCompleted).sink { value in
            seen.withLock { $0.append(value) }
            if value == 1 { done.signal() }
        }
        progress.completedUnitCount = 4
        done.wait()
        subscription.cancel()
        let values = seen.withLock { $0 }
        #expect(values.first == 0 && values.last == 1)
    }
}
