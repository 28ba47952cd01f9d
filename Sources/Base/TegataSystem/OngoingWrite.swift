#if os(Linux)
    import Synchronization

    /// What a thread writes to a stream of the process or a pipe, which somebody else has to take, so that another
    /// thread can tell that nobody does; one thread at a time.
    package enum OngoingWrite {
        private static let descriptor = Atomic<Int32>(-1)
        /// 0 where nobody writes.
        private static let start = Atomic<UInt64>(0)

        /// Calls `write`, which writes to `descriptor`, or opens what has no number yet.
        package static func noted<Result, Failure: Error>(
            _ descriptor: Int32 = -1, _ write: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
            Self.descriptor.store(descriptor, ordering: .releasing)
            start.store(MonotonicCondition.time(after: 0), ordering: .releasing)
            defer { start.store(0, ordering: .releasing) }
            return try write()
        }

        /// Since when that goes on; nil where nobody writes.
        package static var current: (since: UInt64, descriptor: Int32)? {
            let since = start.load(ordering: .acquiring)
            return since > 0 ? (since, descriptor.load(ordering: .acquiring)) : nil
        }
    }
#endif
