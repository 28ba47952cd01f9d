#if os(Linux)
    /// A file that takes its name only when it is whole.
    ///
    /// Until ``commit()`` it is another one in the same folder, which goes away with this object or by
    /// ``discardAll()``. Where the name is that of a pipe or device, or of what the process has open already, such as
    /// its standard output, everything goes there at once.
    package final class PendingFile: Sendable {
        /// What the file is going to be called.
        package let path: String
        /// The same with links followed, so that a link stays one.
        private let finalPath: String
        /// Where it is until then; its name ends as the final one does. Not to be opened where that is what the process
        /// has open already.
        package let temporaryPath: String
        private let descriptor: Int32
        private let isPending: Bool

        /// The temporary paths of all that live, and a number for the next.
        private static let pending = Lock<(paths: Set<String>, next: Int)>(([], 0))

        /// Makes the file, empty.
        package init(for path: String) throws(FileError) {
            self.path = path
            let place = try Self.place(of: path)
            guard case .file(let finalPath) = place else {
                isPending = false
                self.finalPath = path
                temporaryPath = path
                descriptor = try Self.descriptor(for: place, path)
                return
            }
            isPending = true
            self.finalPath = finalPath
            var information = stat()
            let exists = stat(finalPath, &information) == 0
            AbandonedFiles.clear(beside: finalPath)
            // What is replaced keeps its permissions; a name as long as names may be has no room for more.
            let mode = exists ? information.st_mode & 0o777 : 0o666
            let parts = PathParts(finalPath)
            let ending = String(decoding: parts.name.utf8.suffix(40), as: UTF8.self)
            let (temporaryPath, descriptor, code) = Self.pending.withLock { pending in
                // Others may have made such a name, for instance a process of the same number in another container.
                for _ in 0..<Self.mostAttempts {
                    pending.next += 1
                    let name = AbandonedFiles.temporaryName(process: getpid(), number: pending.next, ending: ending)
                    let temporaryPath = parts.folder + name
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

        /// Opens what is no file.
        private static func descriptor(for place: Place, _ path: String) throws(FileError) -> Int32 {
            let descriptor: Int32
            if case .descriptor(let number) = place {
                // None of the standard streams, which may be closed.
                descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            } else {
                // A pipe is open when somebody reads from it.
                descriptor = OngoingWrite.noted { open(path, O_WRONLY | O_CLOEXEC) }
            }
            guard descriptor >= 0 else { throw FileError(path: path, reason: .notWritable(code: errno)) }
            return descriptor
        }

        /// Adds `bytes` at the end.
        package func append(_ bytes: RawSpan) throws(FileError) {
            do throws(SystemError) {
                guard !isPending else { return try writeAll(bytes, to: descriptor) }
                try OngoingWrite.noted(descriptor) { () throws(SystemError) in try writeAll(bytes, to: descriptor) }
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
            guard try place(of: path) != .device else { return }
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

    extension PendingFile {
        /// Where what is written goes.
        package enum Place: Equatable, Sendable {
            /// Into the file of this path, which is no link and need not exist yet.
            case file(String)
            /// To a pipe or device.
            case device
            /// To what the process has open by this number, such as its standard output.
            case descriptor(Int32)
        }

        /// What the path leads to; throws where that cannot be written.
        package static func place(of path: String) throws(FileError) -> Place {
            func refusal(_ code: Int32) -> FileError { FileError(path: path, reason: .notWritable(code: code)) }
            var information = stat()
            let code = stat(path, &information) == 0 ? 0 : errno
            guard code == 0 || code == ENOENT else { throw refusal(code) }
            // What is not UTF-8 has been replaced by now, so that the file would get another name than was asked for.
            guard code == 0 || !path.unicodeScalars.contains("\u{FFFD}") else { throw refusal(EILSEQ) }
            let kind = code == 0 ? information.st_mode & S_IFMT : S_IFREG
            guard kind != S_IFDIR else { throw refusal(EISDIR) }
            let (finalPath, number) = followingLinks(path)
            if let number {
                let flags = fcntl(number, F_GETFL)
                guard flags >= 0, flags & (O_WRONLY | O_RDWR) != 0 else { throw refusal(EBADF) }
                return .descriptor(number)
            }
            // A file that is protected would be replaced all the same, because the folder is not.
            guard code != 0 || access(path, W_OK) == 0 else { throw refusal(errno) }
            return kind == S_IFREG ? .file(finalPath) : .device
        }

        /// The system follows no more links than that.
        private static let mostLinks = 40
        /// No path is longer.
        private static let longestPath = 4096

        /// Where links end, which need not be there; or the number of what the process has open.
        private static func followingLinks(_ path: String) -> (path: String, number: Int32?) {
            var path = path
            for _ in 0..<mostLinks {
                let parts = PathParts(path)
                if let number = Int32(parts.name), let parent = resolved(parts.folder),
                    parent == resolved("/proc/self/fd")
                {
                    return (path, number)
                }
                guard let target = target(ofLink: path) else { break }
                path = target.utf8.first == UInt8(ascii: "/") ? target : parts.folder + target
            }
            return (path, nil)
        }

        private static func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }

        /// Nil where there is no link.
        private static func target(ofLink path: String) -> String? {
            var bytes = [CChar](repeating: 0, count: longestPath)
            let count = readlink(path, &bytes, longestPath)
            guard count > 0 else { return nil }
            return bytes.withUnsafeBytes { String(decoding: $0[..<count], as: UTF8.self) }
        }
    }
#endif
