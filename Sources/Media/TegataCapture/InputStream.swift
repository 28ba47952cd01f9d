import TegataBuffers
import TegataSystem

/// The system call, where a method has the same name.
private let systemRead = read

/// Bytes from a file, pipe or device, read once from the start.
package final class InputStream {
    private let descriptor: Int32
    private let closesDescriptor: Bool
    /// Whether it may go on for ever, so that ``LiveStreams`` can end it.
    package let isLive: Bool
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// What has been read and not been taken.
    private var start = 0
    private var end = 0

    /// Reads from an open descriptor; what is not live ends by itself.
    package init(descriptor: Int32, closing: Bool, isLive: Bool = false) {
        self.descriptor = descriptor
        closesDescriptor = closing
        self.isLive = isLive
    }

    /// Opens the file at `path`; "-" is the standard input.
    package convenience init(path: String) throws(VideoError.Problem) {
        guard path != "-" else {
            self.init(descriptor: STDIN_FILENO, closing: false, isLive: !Self.isRegularFile(STDIN_FILENO))
            return
        }
        // Opening does not wait until somebody writes into a pipe: reading does, and can be ended.
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

    /// Whether a scheme of the web stands before a name.
    private static func isAddress(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: "://".utf8) }
    }

    deinit {
        if closesDescriptor { _ = close(descriptor) }
    }

    /// Whether the bytes come from a file on a disk.
    private static func isRegularFile(_ descriptor: Int32) -> Bool {
        var information = stat()
        return fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// Reads once into memory: the number of bytes, 0 at the end.
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

    /// Makes at least `count` bytes (at most 64 KiB) available unless the stream ends before; says how many there are.
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

    /// The next bytes, at most 64, without taking them; fewer at the end of the stream.
    package func peek(_ count: Int) throws(VideoError.Problem) -> ArraySlice<UInt8> {
        let available = try fill(count)
        return buffer[start..<start + min(count, available)]
    }

    /// The next byte, or nil at the end.
    package func next() throws(VideoError.Problem) -> UInt8? {
        if start == end {
            guard try fill(1) > 0 else { return nil }
        }
        defer { start += 1 }
        return buffer[start]
    }

    /// Fills `target` and says how many bytes there were; fewer than asked for only at the end.
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

    /// Skips bytes; says whether there were so many.
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
    /// Gives `body` the memory; the standard method forgets the type of errors.
    package mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutableBufferPointer { (memory) throws(Failure) in try body(UnsafeMutableRawBufferPointer(memory))
        }
    }

    /// Fills the bytes from `stream`; throws where they are the rest of frame `frame` and the stream ends.
    package mutating func fill(from stream: InputStream, frame: Int) throws(VideoError.Problem) {
        let wanted = count
        let got = try withMutableBytes { (memory) throws(VideoError.Problem) in try stream.read(into: memory) }
        guard got == wanted else { throw .truncated(frame: frame) }
    }
}

extension InputStream {
    /// The next bytes; fewer where the stream ends before.
    package func read(count: Int) throws(VideoError.Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withMutableBytes { (memory) throws(VideoError.Problem) in try read(into: memory) }
        bytes.removeLast(count - got)
        return bytes
    }

    /// The bytes up to a line feed, which is taken too; nil where there is none within `limit` bytes.
    package func line(atMost limit: Int) throws(VideoError.Problem) -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < limit, let byte = try next() {
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return nil
    }
}
