#if canImport(Glibc) || canImport(Musl)
    /// A file or pipe that is open for reading; it is closed when this value is destroyed.
    package struct InputFile: ~Copyable {
        private let path: String
        private let descriptor: Int32
        private let closesDescriptor: Bool
        private let kind: mode_t
        private let byteCount: Int

        /// Opens the file at `path`. Unless pipes are accepted, this does not wait for a writer.
        package init(_ path: String, acceptingPipes: Bool = true) throws(FileError) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | (acceptingPipes ? 0 : O_NONBLOCK))
            guard descriptor >= 0 else { throw FileError(path: path, systemError: errno, operation: "open") }
            try self.init(descriptor, closing: true, path, acceptingPipes: acceptingPipes)
        }

        /// Opens standard input, which stays open afterwards; a file is read from its current position. Errors refer to
        /// it as `name`.
        package init(standardInputCalled name: String) throws(FileError) {
            try self.init(STDIN_FILENO, closing: false, name, acceptingPipes: true)
        }

        private init(
            _ descriptor: Int32, closing: Bool, _ path: String, acceptingPipes: Bool
        ) throws(FileError) {
            var information = stat()
            guard fstat(descriptor, &information) == 0 else {
                let code = errno
                if closing { _ = close(descriptor) }
                throw FileError(path: path, systemError: code, operation: "fstat")
            }
            guard acceptingPipes || information.st_mode & S_IFMT == S_IFREG else {
                if closing { _ = close(descriptor) }
                throw FileError(path: path, reason: .notARegularFile)
            }
            self.path = path
            self.descriptor = descriptor
            closesDescriptor = closing
            kind = information.st_mode & S_IFMT
            byteCount = Int(information.st_size)
        }

        deinit {
            if closesDescriptor { _ = close(descriptor) }
        }

        /// Maps the whole file into memory without reading it; an empty file needs no memory. The caller must unmap it.
        package func map() throws(FileError) -> UnsafeRawBufferPointer {
            guard kind == S_IFREG else { throw FileError(path: path, reason: .notARegularFile) }
            guard byteCount > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
            guard let address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED
            else {
                throw FileError(path: path, systemError: errno, operation: "mmap")
            }
            return UnsafeRawBufferPointer(start: address, count: byteCount)
        }

        /// Like ``map()``, for the file at `path`.
        // This is needed because in Embedded Swift, other modules cannot destroy such a value.
        package static func map(_ path: String) throws(FileError) -> UnsafeRawBufferPointer {
            try InputFile(path, acceptingPipes: false).map()
        }

        /// Returns the contents of the file or, if accepted, the pipe at `path`, which must have at most `limit` bytes.
        package static func contents(
            of path: String, atMost limit: Int, acceptingPipes: Bool
        ) throws(FileError) -> [UInt8] {
            try InputFile(path, acceptingPipes: acceptingPipes).contents(atMost: limit)
        }

        /// Returns the contents of standard input, which must have at most `limit` bytes.
        package static func contentsOfStandardInput(
            called name: String, atMost limit: Int
        ) throws(FileError) -> [UInt8] {
            try InputFile(standardInputCalled: name).contents(atMost: limit)
        }

        /// Unmaps memory returned by ``map()``.
        package static func unmap(_ memory: UnsafeRawBufferPointer) {
            munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }

        /// Releases the pages of a mapped file; reading them loads them from the file again.
        package static func giveBack(_ memory: UnsafeRawBufferPointer) {
            guard let base = memory.baseAddress, memory.count > 0 else { return }
            // The outermost pages may be shared with other data, which does no harm.
            let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
            let start = UInt(bitPattern: base) / pageSize * pageSize
            madvise(
                UnsafeMutableRawPointer(bitPattern: start), Int(UInt(bitPattern: base) - start) + memory.count,
                MADV_DONTNEED)
        }

        /// Reads the next bytes of the file or pipe; fewer than `count` at the end.
        package func next(atMost count: Int) throws(FileError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var filled = 0
            while filled < count {
                let got = bytes.withUnsafeMutableBytes { memory in
                    read(descriptor, memory.baseAddress.map { $0 + filled }, count - filled)
                }
                if got < 0 && mustRepeat(errno, POLLIN, descriptor) { continue }
                guard got >= 0 else { throw FileError(path: path, systemError: errno, operation: "read") }
                if got == 0 { break }
                filled += got
            }
            bytes.removeLast(count - filled)
            return bytes
        }

        /// Reads the rest of the file, pipe or connection, which must have at most `limit` bytes.
        package func contents(atMost limit: Int) throws(FileError) -> [UInt8] {
            guard kind == S_IFREG || kind == S_IFIFO || kind == S_IFSOCK else {
                throw FileError(path: path, reason: .notARegularFile)
            }
            var bytes: [UInt8] = []
            guard SystemMemory.has(min(byteCount, limit)) else { throw memoryShort }
            bytes.reserveCapacity(min(byteCount, limit))
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &part, part.count)
                if count < 0 && mustRepeat(errno, POLLIN, descriptor) { continue }
                guard count >= 0 else { throw FileError(path: path, systemError: errno, operation: "read") }
                guard count > 0 else { return bytes }
                guard count <= limit - bytes.count else { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
                // The array doubles as it grows, and a failed allocation would end the process.
                guard bytes.count + count <= bytes.capacity || SystemMemory.has(2 * (bytes.count + count)) else {
                    throw memoryShort
                }
                bytes += part[..<count]
            }
        }

        private var memoryShort: FileError {
            FileError(path: path, reason: .systemError(operation: "read", code: ENOMEM))
        }
    }
#endif
