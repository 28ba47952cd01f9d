#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why a file could not be read or written.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path as the caller gave it.
    public var path: String
    /// What went wrong and what to do about it.
    public var reason: Reason

    /// The kinds of failure that callers tell apart.
    public enum Reason: Equatable, Sendable {
        case notFound
        case permissionDenied
        case notARegularFile
        case tooLarge(limit: Int)
        case notWritable(code: Int32)
        case systemError(operation: String, code: Int32)
    }

    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .notFound: "\(path): no such file; check the path"
        case .permissionDenied: "\(path): permission denied; make the file readable for this user"
        case .notARegularFile: "\(path): not a regular file; name a file, not a folder or device"
        case .tooLarge(let limit): "\(path): more than the \(limit) bytes that are allowed; name a smaller file"
        case .notWritable(let code):
            "\(path): cannot be written (\(systemMessage(code))); check the folder, its permissions and the room on the disk"
        case .systemError(let operation, let code):
            "\(path): \(operation) failed (\(systemMessage(code))); check the path and what it leads to"
        }
    }
}

/// What the system calls the error with this number.
private func systemMessage(_ code: Int32) -> String {
    #if canImport(Glibc) || canImport(Musl)
        if let text = strerror(code) { return String(cString: text) }
    #endif
    return "system error \(code)"
}

#if canImport(Glibc) || canImport(Musl)
    extension Bytes {
        /// Maps the file at `path` into memory without reading it.
        ///
        /// The file must not be shortened while the bytes are in use.
        public init(mappingFileAt path: String) throws(FileError) {
            let (descriptor, information) = try Self.openFile(at: path)
            defer { _ = close(descriptor) }
            guard information.st_mode & S_IFMT == S_IFREG else {
                throw FileError(path: path, reason: .notARegularFile)
            }
            guard information.st_size > 0 else {
                self.init([])
                return
            }
            let count = Int(information.st_size)
            guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
                throw FileError(path: path, systemError: errno, operation: "mmap")
            }
            self.init(
                storage: ByteStorage(adopting: UnsafeRawBufferPointer(start: address, count: count)) {
                    munmap(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
                })
        }
    }

    extension Bytes {
        /// Reads the file or pipe at `path`, which must not have more than `limit` bytes.
        ///
        /// For files that others may rewrite meanwhile: a mapped one would take the process with it.
        public init(readingFileAt path: String, atMost limit: Int) throws(FileError) {
            let (descriptor, information) = try Self.openFile(at: path)
            defer { _ = close(descriptor) }
            guard information.st_mode & S_IFMT == S_IFREG || information.st_mode & S_IFMT == S_IFIFO else {
                throw FileError(path: path, reason: .notARegularFile)
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(min(Int(information.st_size), limit))
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &part, part.count)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw FileError(path: path, systemError: errno, operation: "read") }
                guard count > 0 else { break }
                guard count <= limit - bytes.count else { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
                bytes += part[..<count]
            }
            self.init(bytes)
        }

        /// The descriptor of the file at `path`, which the caller closes, and what it is.
        private static func openFile(at path: String) throws(FileError) -> (descriptor: Int32, information: stat) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(path: path, systemError: errno, operation: "open") }
            var information = stat()
            guard fstat(descriptor, &information) == 0 else {
                let code = errno
                _ = close(descriptor)
                throw FileError(path: path, systemError: code, operation: "fstat")
            }
            return (descriptor, information)
        }
    }

    extension FileError {
        init(path: String, systemError code: Int32, operation: String) {
            self.path = path
            switch code {
            case ENOENT, ENOTDIR: reason = .notFound
            case EACCES, EPERM: reason = .permissionDenied
            default: reason = .systemError(operation: operation, code: code)
            }
        }
    }
#endif
