import Synchronization
import TegataSystem
import Testing

struct SystemThreadTests {
    private final class Sum: Sendable {
        let value = Mutex(0)
    }

    @Test func waitsForThreadsWhenJoining() throws {
        let sum = Sum()
        let threads = try (1...4).map { number in
            try #require(SystemThread { sum.value.withLock { $0 += number } })
        }
        for thread in threads { thread.join() }
        #expect(sum.value.withLock { $0 } == 10)
    }
}
