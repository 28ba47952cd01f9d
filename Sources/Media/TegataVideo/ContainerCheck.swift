import TegataBuffers
import TegataCapture
import TegataSystem

/// Checks whether a video file is complete, as far as the sizes stored in it show.
///
/// ffmpeg reports success even if its last data, such as the frame table, did not fit on the disk. All of these
/// containers either declare their length or have that table at the end.
enum ContainerCheck {
    /// Whether the file at `path` ends where its container should. Files with other extensions, pipes and devices are
    /// not checked.
    static func isWhole(_ path: String, ending: some StringProtocol) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return false }
        guard information.st_mode & S_IFMT == S_IFREG else { return true }
        let file = Parts(descriptor: descriptor, count: Int(information.st_size))
        switch ending {
        case "mp4", "m4v", "mov": return hasWholeBoxes(file)
        case "mkv", "webm": return hasWholeSegment(file)
        case "avi": return hasWholeChunks(file)
        case "gif": return hasWholeAnimation(file)
        default: return true
        }
    }

    /// Reads parts of a file.
    private struct Parts {
        let descriptor: Int32
        let count: Int

        /// Returns the big-endian number of `size` bytes at `offset`; nil if it lies outside the file.
        func number(at offset: Int, size: Int) -> UInt64? {
            bytes(at: offset, count: size)?.reduce(0) { $0 << 8 | UInt64($1) }
        }

        func bytes(at offset: Int, count: Int) -> [UInt8]? {
            guard offset >= 0, count <= self.count, offset <= self.count - count else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
        }
    }

    /// Whether boxes fill the file to its end, and one of them is the frame table.
    private static func hasWholeBoxes(_ file: Parts) -> Bool {
        var offset = 0
        var hasTable = false
        while offset < file.count {
            guard let short = file.number(at: offset, size: 4), let kind = file.bytes(at: offset + 4, count: 4),
                // A size of one means that a 64-bit size follows the type.
                let size = short == 1 ? file.number(at: offset + 8, size: 8) : short,
                size >= 8, let size = Int(exactly: size), size <= file.count - offset
            else { return false }
            if kind == Array("moov".utf8) { hasTable = true }
            offset += size
        }
        return hasTable
    }

    /// Whether the header is followed by one element that extends to the end; ffmpeg writes its size last.
    private static func hasWholeSegment(_ file: Parts) -> Bool {
        let (header, segment): (UInt64, UInt64) = (0x1A45_DFA3, 0x1853_8067)
        guard file.number(at: 0, size: 4) == header, let (start, size) = elementSize(file, at: 4),
            size <= file.count - start, file.number(at: start + size, size: 4) == segment,
            let (content, rest) = elementSize(file, at: start + size + 4)
        else { return false }
        return rest == file.count - content
    }

    /// Returns the start and size of the content of the element whose size field is at `offset`; nil if unknown.
    private static func elementSize(_ file: Parts, at offset: Int) -> (start: Int, size: Int)? {
        guard let first = file.number(at: offset, size: 1), first > 0 else { return nil }
        let length = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
        guard let coded = file.number(at: offset, size: length) else { return nil }
        let mask = UInt64(1) << (7 * UInt64(length)) - 1
        guard coded & mask != mask, let size = Int(exactly: coded & mask) else { return nil }
        return (offset + length, size)
    }

    /// Whether the file has the header and the end mark.
    private static func hasWholeAnimation(_ file: Parts) -> Bool {
        let end: UInt64 = 0x3B
        return file.bytes(at: 0, count: 4) == Array("GIF8".utf8) && file.number(at: file.count - 1, size: 1) == end
    }

    /// Whether chunks fill the file to its end; large files have several.
    private static func hasWholeChunks(_ file: Parts) -> Bool {
        var offset = 0
        while offset < file.count {
            guard file.bytes(at: offset, count: 4) == Array("RIFF".utf8),
                let size = file.number(at: offset + 4, size: 4).map({ Int(UInt32(truncatingIfNeeded: $0).byteSwapped) }
                ),
                size >= 4, size <= file.count - offset - 8
            else { return false }
            offset += 8 + size + size % 2
        }
        return offset >= file.count && file.count > 0
    }
}
