#if os(Linux) || C_LIBRARY
    import Synchronization
    import TegataSystem

    /// Processes `items` on several threads and delivers the results one at a time, in the items' order.
    ///
    /// `work` receives the index of its thread, so that each thread can have its own tools. `deliver` is not retained.
    /// It is marked as escaping only because checking that it does not escape would embed the path of this file, so the
    /// same sources would produce different bytes in another directory.
    package func inOrder<Item: Sendable, Result: Sendable>(
        _ items: [Item], threads: Int, work: @escaping @Sendable (_ thread: Int, Item) -> Result,
        deliver: @escaping (Result) -> Void
    ) {
        guard threads > 1, items.count > 1 else {
            for item in items { deliver(work(0, item)) }
            return
        }
        let queue = OrderedQueue(count: items.count, deliver: deliver)
        ThreadTeam(count: threads).run(
            TeamJob(taskCount: threads) { thread in
                while let index = queue.next() { queue.finish(index, work(thread, items[index])) }
            })
    }

    /// Hands out indices, and holds results back until all earlier ones have been delivered.
    private final class OrderedQueue<Result: Sendable>: Sendable {
        private let count: Int
        private let started = Atomic<Int>(0)
        private let finished: Lock<Finished>

        private struct Finished {
            var early: [Int: Result] = [:]
            var next = 0
            /// Called by one thread at a time, while the thread that created the queue waits.
            let deliver: Delivery
        }

        private struct Delivery: @unchecked Sendable {
            let call: (Result) -> Void
        }

        init(count: Int, deliver: @escaping (Result) -> Void) {
            self.count = count
            let delivery = Delivery(call: deliver)
            finished = Lock(Finished(deliver: delivery))
        }

        func next() -> Int? {
            let index = started.wrappingAdd(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }

        func finish(_ index: Int, _ result: Result) {
            finished.withLock { finished in
                finished.early[index] = result
                while let result = finished.early.removeValue(forKey: finished.next) {
                    finished.deliver.call(result)
                    finished.next += 1
                }
            }
        }
    }
#endif
