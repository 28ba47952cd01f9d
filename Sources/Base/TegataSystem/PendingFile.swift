#if os(Linux)
    /// A file that receives its name only when it is complete.
    ///
    /// Until ``commit()``, it is a temporary file in the same directory, which is removed with this object or by
    /// ``discardAll(before:)``. If the path leads to a pipe or device, or to a file that the process has open, such as
    /// its standard output, everything is written there directly.
    package final class PendingFile: Sendable {
        /// The file's final path.
        package let path: String
        /// The final path with links followed, so that a link stays a link.
        private let finalPath: String
        /// The path until the file is complete; its name ends like the final one. It must not be opened if it leads to
        /// a file that the process already has open.
        package let temporaryPath: String
        private let descriptor: Int32
        private let isPending: Bool

        /// The temporary paths of all pending files, and a counter for names.
        private static let pending = Lock<(paths: Set<String>, next: Int)>(([], 0))

        /// Creates an empty file.
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
            // A file that is overwritten keeps its permissions. The temporary name uses only the end of the final one,
            // because the final name may already have the maximum length.
            let mode = exists ? information.st_mode & 0o777 : 0o666
            let parts = PathParts(finalPath)
            let ending = String(decoding: parts.name.utf8.suffix(40), as: UTF8.self)
            let (temporaryPath, descriptor, code) = Self.pending.withLock { pending in
                // The name may already exist, for instance from a process with the same number in another container.
                for _ in 0..<Self.mostAttempts {
                    pending.next += 1
                    let name = AbandonedFiles.temporaryName(process: getpid(), number: pending.next, ending: ending)
                    let temporaryPath = parts.folder + name
                    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
                    if descriptor < 0 && errno == EEXIST { continue }
                    guard descriptor >= 0 else { return (temporaryPath, descriptor, errno) }
                    // The lock marks the file as in use while this process lives. It fails if another process has just
                    // treated the file as abandoned.
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
            // Remove the file, unless it was committed or was discarded with all the others.
            if Self.pending.withLock({ [temporaryPath] in $0.paths.remove(temporaryPath) }) != nil {
                _ = unlink(temporaryPath)
            }
        }

        private static let mostAttempts = 1000

        /// Opens a destination that is not a regular file.
        private static func descriptor(for place: Place, _ path: String) throws(FileError) -> Int32 {
            let descriptor: Int32
            if case .descriptor(let number) = place {
                // Avoid the numbers of the standard streams, which may be closed.
                descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            } else {
                // Opening a pipe waits until it has a reader.
                descriptor = OngoingWrite.noted { open(path, O_WRONLY | O_CLOEXEC) }
            }
            guard descriptor >= 0 else { throw FileError(path: path, reason: .notWritable(code: errno)) }
            return descriptor
        }

        /// Appends `bytes`.
        package func append(_ bytes: RawSpan) throws(FileError) {
            do throws(SystemError) {
                guard !isPending else { return try writeAll(bytes, to: descriptor) }
                try OngoingWrite.noted(descriptor) { () throws(SystemError) in try writeAll(bytes, to: descriptor) }
            } catch {
                throw FileError(path: path, reason: .notWritable(code: error.code))
            }
        }

        /// Overwrites the start of the file; pipes and devices do not allow it.
        package func overwriteStart(_ bytes: RawSpan) throws(FileError) {
            do throws(SystemError) {
                try putAll(bytes) { [descriptor] rest, offset in
                    pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
                }
            } catch {
                throw FileError(path: path, reason: .notWritable(code: error.code))
            }
        }

        /// Gives the file its final name, overwriting any file with that name.
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

        /// Throws the error that creating a file at `path` would throw, and leaves nothing behind. Pipes and devices
        /// are not opened.
        package static func check(_ path: String) throws(FileError) {
            guard try place(of: path) != .device else { return }
            _ = try PendingFile(for: path)
        }

        /// Throws if a character device at `path` accepts no bytes, like `/dev/full`. The device is opened, because
        /// only a write can tell; files and pipes are not.
        package static func requireRoom(at path: String) throws(FileError) {
            let place = try place(of: path)
            var information = stat()
            guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFCHR else { return }
            let descriptor = try descriptor(for: place, path)
            defer { _ = close(descriptor) }
            // Such a device refuses even a write of no bytes. Other errors may be due to the missing bytes.
            guard write(descriptor, "", 0) < 0, errno == ENOSPC else { return }
            throw FileError(path: path, reason: .notWritable(code: ENOSPC))
        }

        /// Writes a complete file.
        package static func writeFile(_ bytes: RawSpan, to path: String) throws(FileError) {
            let file = try PendingFile(for: path)
            try file.append(bytes)
            try file.commit()
        }

        /// Removes all incomplete files before the process exits early; none of them can be committed afterwards.
        ///
        /// No file is created or committed while `end` runs, which may exit.
        package static func discardAll(before end: () -> Void = {}) {
            pending.withLock { pending in
                for path in pending.paths { _ = unlink(path) }
                pending.paths = []
                end()
            }
        }
    }

    extension PendingFile {
        /// The destination of the output.
        package enum Place: Equatable, Sendable {
            /// The file at this path, which is not a link and need not exist yet.
            case file(String)
            /// A pipe or device.
            case device
            /// A file that the process has open under this number, such as its standard output.
            case descriptor(Int32)
        }

        /// Returns the destination to which the path leads; throws if it cannot be written.
        package static func place(of path: String) throws(FileError) -> Place {
            func refusal(_ code: Int32) -> FileError { FileError(path: path, reason: .notWritable(code: code)) }
            var information = stat()
            let code = stat(path, &information) == 0 ? 0 : errno
            guard code == 0 || code == ENOENT else { throw refusal(code) }
            // Bytes that are not UTF-8 have been replaced, so the file would get a name other than the one requested.
            guard code == 0 || !path.unicodeScalars.contains("\u{FFFD}") else { throw refusal(EILSEQ) }
            let kind = code == 0 ? information.st_mode & S_IFMT : S_IFREG
            guard kind != S_IFDIR else { throw refusal(EISDIR) }
            let (finalPath, number) = followingLinks(path)
            if let number {
                let flags = fcntl(number, F_GETFL)
                guard flags >= 0, flags & (O_WRONLY | O_RDWR) != 0 else { throw refusal(EBADF) }
                return .descriptor(number)
            }
            // Check the file itself: a protected file could otherwise be overwritten if its directory is writable.
            guard code != 0 || access(path, W_OK) == 0 else { throw refusal(errno) }
            return kind == S_IFREG ? .file(finalPath) : .device
        }

        /// The system's limit on the number of links.
        private static let mostLinks = 40
        /// The system's limit on the length of a path.
        private static let longestPath = 4096

        /// Returns the target of a chain of links, which need not exist, or the number of a file that the process has
        /// open.
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

        /// Returns the target of a link; nil if the path is not a link.
        private static func target(ofLink path: String) -> String? {
            var bytes = [CChar](repeating: 0, count: longestPath)
            let count = readlink(path, &bytes, longestPath)
            guard count > 0 else { return nil }
            return bytes.withUnsafeBytes { String(decoding: $0[..<count], as: UTF8.self) }
        }
    }
#endif
