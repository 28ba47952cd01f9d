#if os(Linux) || C_LIBRARY
    import CTegataSystem

    /// Gives one thread at a time access to a value.
    ///
    /// The C library's code uses this lock instead of the standard library's `Mutex`, which identifies threads by
    /// numbers that it caches. In a forked process, the main thread reports its parent's number, and the process
    /// crashes as soon as two threads contend for the lock. Swift programs cannot fork, so code that only they reach
    /// may use `Mutex`.
    package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let state: LockState<Value>

        /// Creates a lock around `value`.
        package init(_ value: consuming sending Value) {
            state = LockState(value)
        }

        /// Creates a lock that is free in every forked process, because fork waits until it is free. It must never be
        /// destroyed. Code that holds it must be quick and must not take another such lock.
        package static func openInForks(_ value: consuming sending Value) -> Lock {
            let lock = Lock(value)
            lock.state.openInForks()
            return lock
        }

        /// Calls `body` while no other thread has access to the value; this thread must not already hold the lock.
        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(state.mutex)
            defer { pthread_mutex_unlock(state.mutex) }
            return try body(&state.value.pointee)
        }
    }

    /// What a lock owns. This is a class, because Embedded Swift cannot destroy a non-copyable struct from another
    /// module.
    private final class LockState<Value: ~Copyable> {
        let mutex: UnsafeMutablePointer<pthread_mutex_t>
        let value: UnsafeMutablePointer<Value>
        private var isOpenInForks = false

        init(_ value: consuming Value) {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            self.value = .allocate(capacity: 1)
            self.value.initialize(to: value)
        }

        deinit {
            precondition(!isOpenInForks, "forking would go on to wait for a lock that has ended")
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func openInForks() {
            isOpenInForks = true
            tegata_open_in_forks(mutex)
        }
    }
#endif
