#if os(Linux)
    import CTegataSystem

    /// Lets one thread at a time have a value.
    ///
    /// All that the library for C stands on has this lock and not the `Mutex` of the standard library, which knows
    /// threads by numbers that it keeps: in a forked process, the main thread gives that of its parent, and the process
    /// crashes as soon as two threads meet. Programs in Swift cannot fork; what only they reach may have a `Mutex`.
    package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>
        private let isOpenInForks: Bool

        /// A lock around `value`.
        package init(_ value: consuming sending Value) {
            self.init(value, isOpenInForks: false)
        }

        /// A lock that every forked process finds open, as forking waits until nobody holds it. It must never end, and
        /// whoever holds it must neither take long nor take another one.
        package static func openInForks(_ value: consuming sending Value) -> Lock {
            Lock(value, isOpenInForks: true)
        }

        private init(_ value: consuming sending Value, isOpenInForks: Bool) {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            self.value = .allocate(capacity: 1)
            self.value.initialize(to: value)
            self.isOpenInForks = isOpenInForks
            if isOpenInForks { tegata_open_in_forks(mutex) }
        }

        deinit {
            precondition(!isOpenInForks, "forking would go on to wait for a lock that has ended")
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Does what `body` does while no other thread has the value; the lock must not be this thread's already.
        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }
#endif
