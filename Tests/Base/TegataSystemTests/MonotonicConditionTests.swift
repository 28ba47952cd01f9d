import TegataSystem
import Testing

struct MonotonicConditionTests {
    @Test func waitsEndWithTheirTime() {
        let condition = MonotonicCondition()
        let past = condition.withLock { condition.wait(until: 0) }
        let soon = MonotonicCondition.time(after: 0.01)
        condition.withLock { while condition.wait(until: soon) {} }
        #expect(!past && MonotonicCondition.time(after: 0) >= soon)
        #expect(MonotonicCondition.time(after: .infinity) > soon)
    }

    @Test func waitsEndWhenAnotherThreadSaysSo() throws {
        let condition = MonotonicCondition()
        nonisolated(unsafe) var isReady = false
        let end = MonotonicCondition.time(after: 60)
        let isTold = try condition.withLock {
            // It has the lock only when this one waits.
            let thread = SystemThread {
                condition.withLock {
                    isReady = true
                    condition.broadcast()
                }
            }
            try #require(thread).detach()
            var isTold = true
            while !isReady, isTold { isTold = condition.wait(until: end) }
            return isTold
        }
        #expect(isTold)
    }

    @Test func errorsOfTheBodyPass() {
        let condition = MonotonicCondition()
        #expect(throws: CancellationError.self) { try condition.withLock { throw CancellationError() } }
        #expect(condition.withLock { 1 } == 1)
    }
}
