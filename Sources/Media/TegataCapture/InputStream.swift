import TegataBuffers
import TegataSystem

/// The system call, for use where a method of the same name hides it.
private let systemRead = read

/// Reads the bytes of a file, pipe or device once, from the start.
package final class InputStream {
    private let descriptor: Int32
    private let closesDescriptor: Bool
    /// Whether the stream may be endless, so that ``LiveStreams`` can end it.
    package let isLive: Bool
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The range of buffered bytes that have not been consumed.
    private var start = 0
    private var end = 0

    /// Creates a stream that reads from an open descriptor.
    package init(descriptor: Int32, closing: Bool, isLive: Bool = false) {
        self.descriptor = descriptor
        closesDescriptor = closing
        self.isLive = isLive
    }

    /// Opens the file at `path`; "-" is standard input.
    package convenience init(path: String) throws(VideoError.Problem) {
        guard path != "-" else {
            self.init(descriptor: STDIN_FILENO, closing: false, isLive: !Self.isRegularFile(STDIN_FILENO))
            return
        }
        // Opening must not wait for a pipe's writer, because only reading can be interrupted.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if Self.isAddress(path) { throw .address }
            throw .unreadable(FileError.Reason(systemError: errno, operation: "open"))
        }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT != S_IFDIR else {
            _ = close(descriptor)
            throw .unreadable(.notARegularFile)
        }
        self.init(descriptor: descriptor, closing: true, isLive: !Self.isRegularFile(descriptor))
    }

    /// Whether a path contains a URL scheme.
    private static func isAddress(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: "://".utf8) }
    }

    deinit {
        if closesDescriptor { _ = close(descriptor) }
    }

    /// Whether the bytes come from a regular file.
    private static func isRegularFile(_ descriptor: Int32) -> Bool {
        var information = stat()
        return fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// Reads into memory once, and returns the number of bytes; 0 at the end.
    private func readOnce(_ target: UnsafeMutableRawBufferPointer) throws(VideoError.Problem) -> Int {
        while true {
            guard !isLive || LiveStreams.wait(for: descriptor) else { return 0 }
            let count = systemRead(descriptor, target.baseAddress, target.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else {
                throw .unreadable(.systemError(operation: "read", code: errno))
            }
        }
    }

    /// Buffers at least `count` bytes (at most 64 KiB) unless the stream ends first; returns the number available.
    private func fill(_ count: Int) throws(VideoError.Problem) -> Int {
        if buffer.count - start < count {
            buffer.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                base.copyMemory(from: base + start, byteCount: end - start)
            }
            end -= start
            start = 0
        }
        while end - start < count {
            let from = end
            let got = try buffer.withMutableBytes { (memory) throws(VideoError.Problem) in
                try readOnce(UnsafeMutableRawBufferPointer(rebasing: memory[from...]))
            }
            if got == 0 { break }
            end += got
        }
        return end - start
    }

    /// Returns up to 64 of the next bytes without consuming them; fewer at the end of the stream.
    package func peek(_ count: Int) throws(VideoError.Problem) -> ArraySlice<UInt8> {
        let available = try fill(count)
        return buffer[start..<start + min(count, available)]
    }

    /// Returns the next byte; nil at the end.
    package func next() throws(VideoError.Problem) -> UInt8? {
        if start == end {
            guard try fill(1) > 0 else { return nil }
        }
        defer { start += 1 }
        return buffer[start]
    }

    /// Fills `target` and returns the number of bytes read, which is smaller only at the end.
    package func read(into target: UnsafeMutableRawBufferPointer) throws(VideoError.Problem) -> Int {
        var done = min(end - start, target.count)
        let from = start
        buffer.withUnsafeBytes { memory in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[from..<from + done]))
        }
        start += done
        while done < target.count {
            let got = try readOnce(UnsafeMutableRawBufferPointer(rebasing: target[done...]))
            if got == 0 { break }
            done += got
        }
        return done
    }

    /// Skips bytes, and returns whether the stream had that many.
    package func skip(_ count: Int) throws(VideoError.Problem) -> Bool {
        var rest = count
        while rest > 0 {
            let available = try fill(1)
            guard available > 0 else { return false }
            let part = min(available, rest)
            start += part
            rest -= part
        }
        return true
    }
}

extension [UInt8] {
    /// Calls `body` with the memory; unlike the standard method, this one preserves the error type.
    package mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutableBufferPointer { (memory) throws(Failure) in try body(UnsafeMutableRawBufferPointer(memory))
        }
    }

    /// Fills the array from `stream`; throws if the stream ends within frame `frame`.
    package mutating func fill(from stream: InputStream, frame: Int) throws(VideoError.Problem) {
        let wanted = count
        let got = try withMutableBytes { (memory) throws(VideoError.Problem) in try stream.read(into: memory) }
        guard got == wanted else { throw .truncated(frame: frame) }
    }
}

extension InputStream {
    /// Returns the next bytes; fewer if the stream ends first.
    package func read(count: Int) throws(VideoError.Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withMutableBytes { (memory) throws(VideoError.Problem) in try read(into: memory) }
        bytes.removeLast(count - got)
        return bytes
    }

    /// Returns the bytes up to a line feed and consumes both; nil if there is none within `limit` bytes.
    package func line(atMost limit: Int) throws(VideoError.Problem) -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < limit, let byte = try next() {
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return nil
    }
}
