import Testing
import os.lock

@Suite("Locks")
struct OSAllocatedUnfairLockTests {
    private enum Failure: Error {
        case broken
    }

    @Test func protectsStateWithLocks() async {
        let counts = OSAllocatedUnfairLock(initialState: [0, 0])
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 { group.addTask { counts.withLock { $0[index % 2] += 1 } } }
        }
        #expect(counts.withLock { $0 } == [50, 50] && counts.withLockUnchecked { $0.count } == 2)
        #expect(counts.withLock { _ in counts.withLockIfAvailable { $0[0] } } == nil)
        #expect(counts.withLockIfAvailable { $0[0] } == 50)
        #expect(throws: Failure.broken) { try counts.withLock { _ in throw Failure.broken } }
        heldLock()
    }

    private func heldLock() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable() && lock.withLockIfAvailable { 1 } == nil)
        lock.unlock()
        #expect(lock.withLock { 2 } == 2 && lock.lockIfAvailable())
        lock.unlock()
    }
}
