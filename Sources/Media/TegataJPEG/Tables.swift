/// What the segments of a file define for the scans that follow them.
struct Tables {
    private(set) var huffman = HuffmanTables()
    /// The step of each coefficient of a block.
    private(set) var quantisation = [[UInt16]](repeating: [UInt16](repeating: 0, count: 64), count: 4)
    /// The number of units between restart markers.
    private(set) var restartInterval = Int.max
    /// The colour transform that Adobe's segment specifies; nil if there is none.
    private(set) var adobeTransform: UInt8?
    private(set) var hasJFIF = false

    /// Reads the segment after a marker.
    mutating func read(_ marker: UInt8, _ segments: inout Segments) throws(Fault) {
        switch marker {
        case 0xDD:
            guard segments.nextWord() == 4 else { throw .badSegment }
            let interval = segments.nextWord()
            restartInterval = interval == 0 ? Int.max : interval
        case 0xDB: try readQuantisationTables(&segments)
        case 0xC4: try readHuffmanTables(&segments)
        case 0xE0...0xEF, 0xFE: try readNote(marker, &segments)
        case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            throw Fault(unsupported: "JPEG with arithmetic, lossless or hierarchical coding is")
        default: throw Fault("unknown marker")
        }
    }

    private mutating func readQuantisationTables(_ segments: inout Segments) throws(Fault) {
        var remaining = segments.nextWord() - 2
        while remaining > 0 {
            let kind = segments.nextByte()
            let index = Int(kind & 0xF)
            guard kind >> 4 <= 1, index < 4 else { throw Fault("bad quantisation table") }
            for place in 0..<64 {
                let step = kind >> 4 == 1 ? segments.nextWord() : Int(segments.nextByte())
                quantisation[index][Block.place(place)] = UInt16(step)
            }
            remaining -= kind >> 4 == 1 ? 129 : 65
        }
        guard remaining == 0 else { throw .badSegment }
    }

    private mutating func readHuffmanTables(_ segments: inout Segments) throws(Fault) {
        var remaining = segments.nextWord() - 2
        while remaining > 0 {
            let kind = segments.nextByte()
            let index = Int(kind & 0xF)
            guard kind >> 4 <= 1, index < 4 else { throw Fault("bad Huffman table") }
            let counts = InlineArray<16, UInt8> { _ in segments.nextByte() }
            let count = (0..<16).reduce(0) { $0 + Int(counts[$1]) }
            guard count <= 256 else { throw Fault("too many Huffman codes") }
            var symbols = InlineArray<256, UInt8>(repeating: 0)
            for place in 0..<count { symbols[place] = segments.nextByte() }
            try huffman.define(kind >> 4 == 0 ? index : 4 + index, counts: counts, symbols: symbols)
            remaining -= 17 + count
        }
        guard remaining == 0 else { throw .badSegment }
    }

    /// Reads a comment or application segment; some of these describe the image's colours.
    private mutating func readNote(_ marker: UInt8, _ segments: inout Segments) throws(Fault) {
        let length = segments.nextWord() - 2
        guard length >= 0 else { throw .badSegment }
        let end = segments.position + length
        if marker == 0xE0, length >= 5 {
            if segments.next(are: [0x4A, 0x46, 0x49, 0x46, 0]) { hasJFIF = true }
        } else if marker == 0xEE, length >= 12 {
            if segments.next(are: [0x41, 0x64, 0x6F, 0x62, 0x65, 0]) {
                segments.position += 5
                adobeTransform = segments.nextByte()
            }
        }
        segments.position = end
    }
}

extension Segments {
    /// Reads as many bytes as the array has, and returns whether they are the same.
    fileprivate mutating func next(are bytes: [UInt8]) -> Bool {
        bytes.reduce(true) { (isSame, byte) in nextByte() == byte && isSame }
    }
}
