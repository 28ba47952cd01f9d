import TegataBuffers

/// Reads the parts of a file between its entropy-coded data. After the end of the file, it reads zeros.
struct Segments {
    let file: Bytes
    /// The offset of the next byte.
    var position = 0
    /// The marker that ended entropy-coded data, which is the next one to return.
    var pendingMarker: UInt8?

    init(_ file: Bytes) {
        self.file = file
    }

    var isAtEnd: Bool { position >= file.count }

    mutating func nextByte() -> UInt8 {
        guard let byte: UInt8 = file.integer(at: position) else { return 0 }
        position += 1
        return byte
    }

    /// Returns a number of two bytes.
    mutating func nextWord() -> Int { Int(nextByte()) << 8 | Int(nextByte()) }

    /// Returns the next marker; nil if there is none here.
    mutating func nextMarker() -> UInt8? {
        if let marker = pendingMarker {
            pendingMarker = nil
            return marker
        }
        guard nextByte() == 0xFF else { return nil }
        var byte = nextByte()
        while byte == 0xFF { byte = nextByte() }
        return byte
    }

    /// Looks for the next marker, skipping other bytes, which may follow a scan.
    mutating func skipToMarker() {
        while !isAtEnd {
            var byte = nextByte()
            while byte == 0xFF, !isAtEnd {
                byte = nextByte()
                if byte != 0, byte != 0xFF {
                    pendingMarker = byte
                    return
                }
            }
        }
    }
}
