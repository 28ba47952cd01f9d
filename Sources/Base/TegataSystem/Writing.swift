#if os(Linux) || C_LIBRARY
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

    /// Whether to repeat a call that failed with `code`, either because of a signal or because the pipe is
    /// non-blocking. In the second case, this function first waits for `events`.
    func mustRepeat(_ code: Int32, _ events: Int32, _ descriptor: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var source = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&source, 1, -1)
        return true
    }

    /// Writes to a pipe. If its reader has closed it, this throws an error instead of ending the process.
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
                // Consume the signal before it is delivered.
                var now = timespec()
                _ = sigtimedwait(&brokenPipe, nil, &now)
            }
            throw error
        }
    }

    /// Calls `write` with the rest of `bytes` and its offset until nothing is left. Like the system call, `write`
    /// returns the number of bytes that it accepted.
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

#if os(Linux) || C_LIBRARY
    /// Records a write to one of the process's streams or to a pipe, so that another thread can notice that its reader
    /// has stalled. Only one thread at a time may use it.
    package enum OngoingWrite {
        private static let descriptor = Atomic<Int32>(-1)
        /// The start of the write; 0 if there is none.
        private static let start = Atomic<UInt64>(0)

        /// Calls `write`, which writes to `descriptor` or opens a file that has no descriptor yet.
        package static func noted<Result, Failure: Error>(
            _ descriptor: Int32 = -1, _ write: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
            Self.descriptor.store(descriptor, ordering: .releasing)
            start.store(MonotonicCondition.time(after: 0), ordering: .releasing)
            defer { start.store(0, ordering: .releasing) }
            return try write()
        }

        /// The start of the current write and its descriptor; nil if there is none.
        package static var current: (since: UInt64, descriptor: Int32)? {
            let since = start.load(ordering: .acquiring)
            return since > 0 ? (since, descriptor.load(ordering: .acquiring)) : nil
        }
    }
#endif
