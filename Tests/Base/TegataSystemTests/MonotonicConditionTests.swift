import TegataSystem
import TegataTestSupport
import Testing

struct MonotonicConditionTests {
    @Test func waitsEndWithTheirTime() {
        let condition = MonotonicCondition()
        let past = condition.withLock { condition.wait(until: MonotonicCondition.time(after: -1)) }
        let soon = MonotonicCondition.time(after: 0.01)
        let isTold = condition.withLock {
            while condition.wait(until: soon) {}
            return false
        }
        #expect(!past && !isTold && MonotonicCondition.time(after: 0) >= soon)
    }

    @Test func waitsEndWhenAnotherThreadSaysSo() async {
        let condition = MonotonicCondition()
        nonisolated(unsafe) var isReady = false
        async let other: Void = condition.withLock {
            isReady = true
            condition.broadcast()
        }
        condition.withLock {
            while !isReady { _ = condition.wait(until: MonotonicCondition.time(after: 60)) }
        }
        await other
    }

    @Test func errorsOfTheBodyPass() {
        let condition = MonotonicCondition()
        #expect(throws: CancellationError.self) { try condition.withLock { throw CancellationError() } }
        #expect(condition.withLock { 1 } == 1)
    }
}
