import TegataBuffers

/// Reads words and numbers between white space and comments.
struct AnymapTextReader {
    private let bytes: Bytes
    private var offset: Int

    init(_ bytes: Bytes, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// What has not been read.
    var remaining: Bytes { bytes.slice(at: offset, count: bytes.count - offset) ?? .empty }

    private var next: UInt8? { bytes.integer(at: offset) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private mutating func skipSpacesAndComments() throws(ImageFileError.Problem) {
        while let byte = next {
            if byte == UInt8(ascii: "#") {
                while let byte = next, !Self.endsLine(byte) { offset += 1 }
            } else if Self.isSpace(byte) {
                offset += 1
            } else {
                return
            }
        }
        throw .truncated
    }

    /// A decimal number; one that is too large for any use comes out as a large one.
    mutating func number() throws(ImageFileError.Problem) -> Int {
        try skipSpacesAndComments()
        let start = offset
        var value = 0
        while let byte = next, 0x30...0x39 ~= byte {
            value = min(value.clampedProduct(with: 10).clampedSum(with: Int(byte - 0x30)), Int(Int32.max))
            offset += 1
        }
        guard offset > start else { throw .damaged("a byte \(next ?? 0) where a number is expected") }
        return value
    }

    /// A single 0 or 1; bitmaps may leave out the space between them.
    mutating func digit() throws(ImageFileError.Problem) -> Int {
        try skipSpacesAndComments()
        guard let byte = next, 0x30...0x31 ~= byte else {
            throw .damaged("a byte \(next ?? 0) where 0 or 1 is expected")
        }
        offset += 1
        return Int(byte - 0x30)
    }

    mutating func word() throws(ImageFileError.Problem) -> String {
        try skipSpacesAndComments()
        return text { !Self.isSpace($0) }
    }

    mutating func restOfLine() throws(ImageFileError.Problem) -> String {
        try skipSpacesAndComments()
        return text { !Self.endsLine($0) }
    }

    private mutating func text(while belongs: (UInt8) -> Bool) -> String {
        let start = offset
        // Words of the format are short; what is longer is none of them.
        while offset < start + 64, let byte = next, belongs(byte) { offset += 1 }
        return bytes.text(at: start, count: offset - start) ?? ""
    }

    /// Between a header and binary samples stands a single white space, or a comment to its end.
    mutating func skipOneSpace() throws(ImageFileError.Problem) {
        if next == UInt8(ascii: "#") {
            while let byte = next, !Self.endsLine(byte) { offset += 1 }
        }
        guard let byte = next else { throw .truncated }
        guard Self.isSpace(byte) else { throw .damaged("a byte \(byte) where the header ends") }
        offset += 1
    }
}
