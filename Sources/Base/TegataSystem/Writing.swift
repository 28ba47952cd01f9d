#if os(Linux)
    import Synchronization
#endif

#if canImport(Glibc) || canImport(Musl)
    /// Writes all of `bytes` to a file, pipe or device.
    package func writeAll(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
        try putAll(bytes) { rest, _ in
            while true {
                let count = write(descriptor, rest.baseAddress, rest.count)
                guard count < 0 && mustRepeat(errno, POLLOUT, descriptor) else { return count }
            }
        }
    }

    /// Whether a call that failed with `code` is to be made again: a signal came, or others have told the pipe not to
    /// wait for `events`, which this does.
    func mustRepeat(_ code: Int32, _ events: Int32, _ descriptor: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var source = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&source, 1, -1)
        return true
    }

    /// Writes to a pipe that its reader may have left, which is an error here and not the end of this process.
    package func writeAllToPipe(_ bytes: RawSpan, _ descriptor: Int32) throws(SystemError) {
        var brokenPipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        do throws(SystemError) {
            try writeAll(bytes, to: descriptor)
        } catch {
            if error.code == EPIPE && sigismember(&before, SIGPIPE) == 0 {
                // Takes the signal away before it can be delivered.
                var now = timespec()
                _ = sigtimedwait(&brokenPipe, nil, &now)
            }
            throw error
        }
    }

    /// Calls `write` with what is left of `bytes`, and where in them that is, until nothing is left; it says how many
    /// bytes it took, as the system call does.
    func putAll(_ bytes: RawSpan, _ write: (UnsafeRawBufferPointer, Int) -> Int) throws(SystemError) {
        let code: Int32 = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(UnsafeRawBufferPointer(rebasing: rest), rest.startIndex)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
        guard code == 0 else { throw SystemError(code: code) }
    }
#endif

#if os(Linux)
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
