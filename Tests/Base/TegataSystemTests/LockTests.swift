import TegataSystem
import Testing

struct LockTests {
    private final class Sum: Sendable {
        let value = Lock(0)
    }

    private struct Refusal: Error {}

    @Test func givesOneThreadAtATimeAccess() throws {
        let sum = Sum()
        let threads = try (1...4).map { _ in
            try #require(
                SystemThread {
                    for _ in 0..<10_000 { sum.value.withLock { $0 += 1 } }
                })
        }
        for thread in threads { thread.join() }
        #expect(sum.value.withLock { $0 } == 40_000)
    }

    @Test func unlocksIfTheBodyThrows() {
        let sum = Sum()
        #expect(throws: Refusal.self) {
            try sum.value.withLock { value throws(Refusal) in
                value = 3
                throw Refusal()
            }
        }
        #expect(sum.value.withLock { $0 } == 3)
    }

    @Test func releasesItsValue() {
        final class Value: Sendable {}
        weak var last: Value?
        do {
            let value = Value()
            last = value
            let lock = Lock(value)
            #expect(lock.withLock { $0 === value })
        }
        #expect(last == nil)
    }
}
