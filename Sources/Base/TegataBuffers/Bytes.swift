/// A slice of immutable bytes that keeps its storage alive; copying it copies no bytes.
public struct Bytes: Sendable {
    /// The storage that the slice keeps alive.
    public let storage: ByteStorage
    /// The slice's range within the storage.
    public let range: Range<Int>

    init(storage: ByteStorage) {
        self.storage = storage
        self.range = 0..<storage.bytes.count
    }

    private init(storage: ByteStorage, range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    /// Copies `array` into storage aligned to 64 bytes.
    public init(_ array: [UInt8]) {
        self.init(count: array.count) { memory in
            array.withUnsafeBytes { memory.copyMemory(from: $0) }
        }
    }

    /// An empty slice.
    public static let empty = Bytes([])

    /// The number of bytes.
    @inlinable
    public var count: Int { range.count }

    /// Returns the part `offset ..< offset + count`; nil if it does not lie inside these bytes.
    public func slice(at offset: Int, count: Int) -> Bytes? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        let start = range.lowerBound + offset
        return Bytes(storage: storage, range: start..<start + count)
    }

    /// Gives `body` a bounds-checked view of the bytes.
    @inlinable @inline(__always)
    public func withSpan<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result
    {
        try body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: storage.bytes[range])))
    }

    /// The address of the first byte, valid as long as `storage` lives; for kernels, which take pointers.
    package var unsafeBaseAddress: UnsafeRawPointer? {
        storage.bytes.baseAddress.map { $0 + range.lowerBound }
    }

    /// Returns a little-endian integer at `offset` (with any alignment); nil if it does not lie completely inside.
    // It is inlinable, so that parsers in other modules specialise it for their integer types, which is many times
    // faster.
    @inlinable @inline(__always)
    public func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Integer.Type = Integer.self
    ) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard offset >= 0, size <= count, offset <= count - size else { return nil }
        return withSpan { Integer(littleEndian: $0.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self)) }
    }

    /// Takes ownership of `bytes`, which must stay valid until `release` is called with them. `giveBack` lets the
    /// system reclaim memory whose bytes are reloaded when they are read.
    package init(
        adopting bytes: UnsafeRawBufferPointer, giveBack: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
        release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.init(storage: ByteStorage(adopting: bytes, giveBack: giveBack, release: release))
    }

    /// Declares that the bytes will rarely be read again, so that a mapped file's bytes take up no memory until then.
    package func releasePages() {
        guard let giveBack = storage.giveBack else { return }
        giveBack(UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
    }

    /// Creates bytes aligned to 64 that `initialize` fills completely.
    package init<Failure: Error>(
        count: Int, initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 64)
        let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
        do {
            try initialize(part)
        } catch {
            memory.deallocate()
            throw error
        }
        self.init(adopting: UnsafeRawBufferPointer(part)) { $0.deallocate() }
    }

    /// Returns the text in `count` bytes at `offset`; nil if they do not lie inside.
    ///
    /// If the bytes are not UTF-8, U+FFFD replaces each non-ASCII byte. A malicious file may declare megabytes of
    /// weights to be a name, for which the standard library's repair of individual sequences is slow.
    public func text(at offset: Int, count: Int) -> String? {
        guard let part = slice(at: offset, count: count) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[part.range])
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var repaired: [UInt8] = []
        repaired.reserveCapacity(count + 2 * bytes.reduce(0) { $0 + Int($1 >> 7) })
        for byte in bytes {
            if byte < 0x80 {
                repaired.append(byte)
            } else {
                repaired.append(0xEF)
                repaired.append(0xBF)
                repaired.append(0xBD)
            }
        }
        return String(decoding: repaired, as: UTF8.self)
    }

    /// Whether the bytes are exactly the UTF-8 encoding of `text`.
    public func equals(_ text: String) -> Bool {
        UnsafeRawBufferPointer(rebasing: storage.bytes[range]).elementsEqual(text.utf8)
    }

    /// Appends a copy of the bytes to `array`.
    public func append(to array: inout [UInt8]) {
        array.append(contentsOf: UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
    }

    /// Returns a copy of the bytes.
    public func array() -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(rebasing: storage.bytes[range]))
    }
}

#if canImport(Glibc) || canImport(Musl)
    import TegataSystem

    extension Bytes {
        /// Maps the file at `path` into memory without reading it.
        ///
        /// The file must not be shortened while the bytes are in use.
        public init(mappingFileAt path: String) throws(TegataError) {
            do { try self.init(mapping: path) } catch { throw TegataError(error) }
        }

        /// Like ``init(mappingFileAt:)``, for callers that convert the reason to their own errors.
        package init(mapping path: String) throws(FileError) {
            let memory = try InputFile.map(path)
            guard memory.count > 0 else {
                self.init([])
                return
            }
            self.init(adopting: memory, giveBack: { InputFile.giveBack($0) }, release: { InputFile.unmap($0) })
        }

        /// Reads the file or, if `acceptingPipes` is true, the pipe at `path`, which must have at most `limit` bytes.
        ///
        /// Use it for files that other processes may rewrite in the meantime: with a mapped file, this process would
        /// crash.
        package init(readingFileAt path: String, atMost limit: Int, acceptingPipes: Bool = true) throws(FileError) {
            let contents = try InputFile.contents(of: path, atMost: limit, acceptingPipes: acceptingPipes)
            try self.init(copying: contents, of: path)
        }

        /// Reads standard input to its end; errors refer to it as `name`.
        package init(readingStandardInputCalled name: String, atMost limit: Int) throws(FileError) {
            try self.init(copying: try InputFile.contentsOfStandardInput(called: name, atMost: limit), of: name)
        }

        private init(copying contents: [UInt8], of path: String) throws(FileError) {
            guard SystemMemory.has(contents.count) else {
                throw FileError(path: path, reason: .systemError(operation: "read", code: ENOMEM))
            }
            self.init(contents)
        }
    }
#endif

/// Immutable bytes at a fixed address: a mapped file or memory owned by this object.
///
/// Only this type and ``AlignedBuffer`` own raw memory; all layers above see checked views.
public final class ByteStorage: @unchecked Sendable {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void
    /// Lets the system reclaim memory whose bytes it can reload; nil if it cannot.
    let giveBack: (@Sendable (UnsafeRawBufferPointer) -> Void)?

    /// Takes ownership of `bytes`, which must stay valid and unchanged until `release` is called with them.
    init(
        adopting bytes: UnsafeRawBufferPointer,
        giveBack: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
        release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.bytes = bytes
        self.giveBack = giveBack
        self.release = release
    }

    deinit {
        release(bytes)
    }
}
