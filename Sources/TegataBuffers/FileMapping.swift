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
        case .systemError(let operation, let code): "\(path): \(operation) failed with system error \(code)"
        }
    }
}

#if canImport(Glibc) || canImport(Musl)
    extension Bytes {
        /// Maps the file at `path` into memory without reading it.
        ///
        /// The file must not be shortened while the bytes are in use.
        public init(mappingFileAt path: String) throws(FileError) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(path: path, systemError: errno, operation: "open") }
            defer { _ = close(descriptor) }
            var information = stat()
            guard fstat(descriptor, &information) == 0 else {
                throw FileError(path: path, systemError: errno, operation: "fstat")
            }
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
