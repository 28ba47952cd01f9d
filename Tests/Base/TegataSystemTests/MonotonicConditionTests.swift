import TegataSystem
import Testing

struct MonotonicConditionTests {
    @Test func endsWaitsAtTheirDeadline() {
        let condition = MonotonicCondition()
        let past = condition.withLock { condition.wait(until: 0) }
        let soon = MonotonicCondition.time(after: 0.01)
        condition.withLock { while condition.wait(until: soon) {} }
        #expect(!past && MonotonicCondition.time(after: 0) >= soon)
        #expect(MonotonicCondition.time(after: .infinity) > soon)
    }

    @Test func endsWaitsOnABroadcast() throws {
        let condition = MonotonicCondition()
        nonisolated(unsafe) var isReady = false
        let end = MonotonicCondition.time(after: 60)
        let isSignalled = try condition.withLock {
            // The other thread gets the lock only while this one waits.
            let thread = SystemThread {
                condition.withLock {
                    isReady = true
                    condition.broadcast()
                }
            }
            try #require(thread).detach()
            var isSignalled = true
            while !isReady, isSignalled { isSignalled = condition.wait(until: end) }
            return isSignalled
        }
        #expect(isSignalled)
    }

    @Test func rethrowsErrorsOfTheBody() {
        let condition = MonotonicCondition()
        #expect(throws: CancellationError.self) { try condition.withLock { throw CancellationError() } }
        #expect(condition.withLock { 1 } == 1)
    }
}
