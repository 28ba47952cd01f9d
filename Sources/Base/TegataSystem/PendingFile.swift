#if os(Linux)
    import Synchronization

    /// A file that takes its name only when it is whole.
    ///
    /// Until ``commit()`` it is another one in the same folder, which goes away with this object or by
    /// ``discardAll()``. Where the name is that of a pipe or device, everything goes there at once.
    package final class PendingFile: Sendable {
        /// What the file is going to be called.
        package let path: String
        /// The same with links followed, so that a link stays one.
        private let finalPath: String
        /// Where it is until then; its name ends as the final one does.
        package let temporaryPath: String
        private let descriptor: Int32
        private let isPending: Bool

        /// The temporary paths of all that live, and a number for the next.
        private static let pending = Mutex<(paths: Set<String>, next: Int)>(([], 0))

        /// Makes the file, empty.
        package init(for path: String) throws(FileError) {
            self.path = path
            var information = stat()
            let exists = stat(path, &information) == 0
            if exists && information.st_mode & S_IFMT == S_IFDIR {
                throw FileError(path: path, reason: .notWritable(code: EISDIR))
            }
            isPending = !exists || information.st_mode & S_IFMT == S_IFREG
            guard isPending else {
                finalPath = path
                temporaryPath = path
                descriptor = open(path, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw FileError(path: path, reason: .notWritable(code: errno)) }
                return
            }
            finalPath = Self.followingLinks(path)
            AbandonedFiles.clear(beside: finalPath)
            let parts = finalPath.split(separator: "/", omittingEmptySubsequences: false)
            // What is replaced keeps its permissions; a name as long as names may be has no room for more.
            let mode = exists ? information.st_mode & 0o777 : 0o666
            let ending = String((parts.last ?? "").suffix(40))
            let (temporaryPath, descriptor, code) = Self.pending.withLock { pending in
                // Others may have made such a name, for instance a process of the same number in another container.
                for _ in 0..<Self.mostAttempts {
                    pending.next += 1
                    let name = AbandonedFiles.temporaryName(process: getpid(), number: pending.next, ending: ending)
                    let temporaryPath = (parts.dropLast() + [name[...]]).joined(separator: "/")
                    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
                    if descriptor < 0 && errno == EEXIST { continue }
                    guard descriptor >= 0 else { return (temporaryPath, descriptor, errno) }
                    // Says that it is in use, as long as this process lives; another may just have taken it for
                    // abandoned.
                    guard AbandonedFiles.claim(descriptor) else {
                        _ = close(descriptor)
                        continue
                    }
                    if exists { _ = fchmod(descriptor, mode) }
                    pending.paths.insert(temporaryPath)
                    return (temporaryPath, descriptor, 0)
                }
                return ("", -1, EEXIST)
            }
            guard descriptor >= 0 else { throw FileError(path: path, reason: .notWritable(code: code)) }
            self.temporaryPath = temporaryPath
            self.descriptor = descriptor
        }

        deinit {
            _ = close(descriptor)
            guard isPending else { return }
            // Unless it has been committed, or discarded with all others.
            if Self.pending.withLock({ [temporaryPath] in $0.paths.remove(temporaryPath) }) != nil {
                _ = unlink(temporaryPath)
            }
        }

        private static let mostAttempts = 1000

        private static func followingLinks(_ path: String) -> String {
            guard let resolved = realpath(path, nil) else { return path }
            defer { free(resolved) }
            return String(cString: resolved)
        }

        /// Adds `bytes` at the end.
        package func append(_ bytes: RawSpan) throws(FileError) {
            do throws(SystemError) {
                try writeAll(bytes, to: descriptor)
            } catch {
                throw FileError(path: path, reason: .notWritable(code: error.code))
            }
        }

        /// Replaces what the file begins with; pipes and devices do not allow it.
        package func overwriteStart(_ bytes: RawSpan) throws(FileError) {
            do throws(SystemError) {
                try putAll(bytes) { [descriptor] rest, offset in
                    pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
                }
            } catch {
                throw FileError(path: path, reason: .notWritable(code: error.code))
            }
        }

        /// Gives the file its name; what had the name before is replaced.
        package func commit() throws(FileError) {
            guard isPending else { return }
            let code: Int32 = Self.pending.withLock { [finalPath, temporaryPath] pending in
                guard pending.paths.contains(temporaryPath) else { return ECANCELED }
                guard rename(temporaryPath, finalPath) == 0 else { return errno }
                pending.paths.remove(temporaryPath)
                return 0
            }
            guard code == 0 else { throw FileError(path: path, reason: .notWritable(code: code)) }
        }

        /// Throws what making the file at `path` would, and leaves nothing behind; a pipe or device is not opened.
        package static func check(_ path: String) throws(FileError) {
            var information = stat()
            if stat(path, &information) == 0, ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT) {
                guard access(path, W_OK) == 0 else { throw FileError(path: path, reason: .notWritable(code: errno)) }
                return
            }
            _ = try PendingFile(for: path)
        }

        /// Writes a whole file.
        package static func writeFile(_ bytes: RawSpan, to path: String) throws(FileError) {
            let file = try PendingFile(for: path)
            try file.append(bytes)
            try file.commit()
        }

        /// Removes all files that are not whole, before the process ends early; none of them can be committed from then
        /// on.
        ///
        /// No file begins or becomes whole while `end` runs, which may end the process.
        package static func discardAll(before end: () -> Void = {}) {
            pending.withLock { pending in
                for path in pending.paths { _ = unlink(path) }
                pending.paths = []
                end()
            }
        }
    }
#endif
