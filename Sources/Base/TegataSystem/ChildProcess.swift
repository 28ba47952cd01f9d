#if os(Linux) || C_LIBRARY
    import CTegataSystem

    /// A program that runs as a child of this process and is never left behind.
    package final class ChildProcess {
        /// The stream that is connected to this process; the other one is connected to /dev/null.
        package enum Connection {
            /// This process reads the program's standard output.
            case output
            /// This process writes to the program's standard input.
            case input
        }

        package let identifier: pid_t
        /// This process's end of the connection, or -1 after closing.
        package private(set) var descriptor: Int32
        /// A file in memory that receives the program's standard error, followed by zeros.
        private let messages: Int32
        /// The maximum size of messages in bytes; a program that writes more continues, but the rest is dropped.
        private static let messageCapacity = 1 << 20
        private var status: Int32?

        /// The processes that have not been waited for. A forked process inherits the list, but none of them are its
        /// children.
        private static let running = Lock<Set<pid_t>>.openInForks([])

        /// Starts `program`, which is looked up on the PATH.
        package init(_ program: String, _ arguments: [String], connecting connection: Connection)
            throws(ChildProcessError)
        {
            let messages = Self.aboveStandardStreams(tegata_message_file(Self.messageCapacity))
            guard messages >= 0 else { throw .system(operation: "memfd_create", code: errno) }
            var ends: [Int32] = [0, 0]
            // A large pipe reduces the number of context switches between the processes.
            guard tegata_pipe(&ends, 1 << 20) == 0 else {
                let code = errno
                _ = close(messages)
                throw .system(operation: "pipe", code: code)
            }
            ends = ends.map(Self.aboveStandardStreams)
            guard ends.allSatisfy({ $0 >= 0 }) else {
                let code = errno
                for descriptor in ends + [messages] where descriptor >= 0 { _ = close(descriptor) }
                throw .system(operation: "fcntl", code: code)
            }
            let (own, other) = connection == .output ? (ends[0], ends[1]) : (ends[1], ends[0])
            defer { _ = close(other) }

            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
            defer {
                posix_spawn_file_actions_destroy(&actions)
                posix_spawnattr_destroy(&attributes)
            }
            posix_spawn_file_actions_adddup2(&actions, other, connection == .output ? STDOUT_FILENO : STDIN_FILENO)
            posix_spawn_file_actions_addopen(
                &actions, connection == .output ? STDIN_FILENO : STDOUT_FILENO, "/dev/null", O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
            // Use a separate process group, so that an interrupt from the terminal reaches the program only through
            // this process. Signals that this process has blocked or ignored are reset.
            var none = sigset_t()
            var usual = sigset_t()
            sigemptyset(&none)
            sigemptyset(&usual)
            for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&usual, signal) }
            posix_spawnattr_setpgroup(&attributes, 0)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setsigdefault(&attributes, &usual)
            posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

            let words = ([program] + arguments).map { strdup($0) }
            defer { for word in words { free(word) } }
            var child: pid_t = 0
            let code = Self.running.withLock { running in
                let code = posix_spawnp(&child, program, &actions, &attributes, words + [nil], environ)
                if code == 0 { running.insert(child) }
                return code
            }
            guard code == 0 else {
                _ = close(own)
                _ = close(messages)
                if code == ENOENT { throw .programMissing(program) }
                throw .system(operation: "starting \(program)", code: code)
            }
            identifier = child
            descriptor = own
            self.messages = messages
        }

        deinit {
            stop()
            _ = close(messages)
        }

        /// Closes the connection, which ends the program's input or, if the program writes, breaks its pipe.
        package func closeConnection() {
            guard descriptor >= 0 else { return }
            _ = close(descriptor)
            descriptor = -1
        }

        /// Returns the same file under a number above the standard streams', in case it took the place of a closed one;
        /// negative if `descriptor` is negative or no number is free.
        private static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
            guard 0...STDERR_FILENO ~= descriptor else { return descriptor }
            let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            let code = errno
            _ = close(descriptor)
            errno = code
            return moved
        }

        /// The result of ``wait()`` if the program's status is unknown because something else has collected it. If the
        /// process ignores SIGCHLD, the system does so.
        package static let unknownStatus: Int32 = -1

        /// Makes the process notice when its programs end, even if its parent left SIGCHLD ignored. Call it when the
        /// process starts.
        package static func hearOfEnds() {
            signal(SIGCHLD, SIG_DFL)
        }

        /// Waits until the program ends. Returns 0 for success, 128 plus the signal number if a signal ended the
        /// program, and ``unknownStatus`` if the status is unknown.
        package func wait() -> Int32 {
            if let status { return status }
            Self.waitUntilEnded(identifier)
            // From here on, another process may reuse the identifier.
            let status = Self.running.withLock { [identifier] running in
                var raw: Int32 = 0
                var waited = waitpid(identifier, &raw, 0)
                while waited < 0, errno == EINTR { waited = waitpid(identifier, &raw, 0) }
                running.remove(identifier)
                guard waited == identifier else { return Self.unknownStatus }
                return raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
            }
            self.status = status
            return status
        }

        /// Kills the program if it is still running.
        package func stop() {
            closeConnection()
            guard status == nil else { return }
            Self.killAll(of: identifier)
            _ = wait()
        }

        /// Kills all programs before the process exits early; none is started while `end` runs, which may exit. Use it
        /// only in processes that do not fork, because a fork would wait for the lock all that time.
        package static func stopAll(before end: () -> Void) {
            running.withLock { running in
                for identifier in running { killAll(of: identifier) }
                for identifier in running { waitUntilEnded(identifier) }
                end()
            }
        }

        /// Kills the program and its children; the program may be a script.
        private static func killAll(of identifier: pid_t) {
            _ = kill(-identifier, SIGKILL)
        }

        /// Waits for the process to end, but leaves its status for another call to collect.
        private static func waitUntilEnded(_ identifier: pid_t) {
            var information = siginfo_t()
            while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        }

        /// Returns the lines that the program has written to its standard error, up to the first mebibyte.
        package func messageLines() -> [Substring] {
            var bytes = [UInt8](repeating: 0, count: Self.messageCapacity)
            _ = pread(messages, &bytes, bytes.count, 0)
            let count = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
            // Split only at newlines, because the program may quote a file that contains other line separators.
            return bytes.prefix(count).split(separator: UInt8(ascii: "\n")).map {
                Substring(decoding: $0, as: UTF8.self)
            }
        }
    }
#endif

/// The reason why a program could not be started.
package enum ChildProcessError: Error, Equatable, Sendable {
    /// The program is not on the PATH.
    case programMissing(String)
    case system(operation: String, code: Int32)
}
