import TegataSystem

/// Runs independent pieces of work on a few threads.
enum FoldWorkers {
    /// Returns the results of `body` for 0..<count, in that order, regardless of the number of threads.
    static func results<Result: Sendable>(
        count: Int, threadCount: Int, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        let workers = max(1, min(threadCount, count))
        let found = Found<Result>()
        let work: @Sendable (Int) -> Void = { worker in
            for index in stride(from: worker, to: count, by: workers) { found.add(body(index), at: index) }
        }
        var threads: [SystemThread] = []
        var refused: [Int] = []
        for worker in 1..<max(workers, 1) {
            if let thread = SystemThread({ work(worker) }) { threads.append(thread) } else { refused.append(worker) }
        }
        work(0)
        for worker in refused { work(worker) }
        for thread in threads { thread.join() }
        return found.ordered(count)
    }

    private final class Found<Result: Sendable>: Sendable {
        private let results = Lock<[Int: Result]>([:])

        func add(_ result: Result, at index: Int) {
            results.withLock { $0[index] = result }
        }

        func ordered(_ count: Int) -> [Result] {
            results.withLock { results in (0..<count).compactMap { results[$0] } }
        }
    }
}
