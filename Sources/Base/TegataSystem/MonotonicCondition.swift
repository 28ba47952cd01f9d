#if os(Linux) || C_LIBRARY
    import CTegataSystem

    /// A lock and condition with which threads wait for one another, optionally until a given time on the monotonic
    /// clock. Unlike Foundation's condition, it is not affected by changes to the system clock.
    package final class MonotonicCondition: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        package init() {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            condition = .allocate(capacity: 1)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(condition)
            condition.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Calls `body` while no other thread holds the lock; threads that wait inside their `body` do not hold it.
        package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body()
        }

        /// Releases the lock until another thread calls ``broadcast()``. Like the other methods, this must be called
        /// inside ``withLock(_:)``.
        package func wait() { pthread_cond_wait(condition, mutex) }

        /// The same, but at most until a given time on the monotonic clock; false if that time is reached.
        package func wait(until nanoseconds: UInt64) -> Bool {
            let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
            var time = timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(rest))
            return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
        }

        package func broadcast() { pthread_cond_broadcast(condition) }

        /// Returns the time on the monotonic clock, in nanoseconds, that is `seconds` from now, at most 30 years.
        package static func time(after seconds: Double) -> UInt64 {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec) + UInt64(min(max(0, seconds), 1e9) * 1e9)
        }
    }
#endif
