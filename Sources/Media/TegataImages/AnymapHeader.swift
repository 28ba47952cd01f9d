import TegataBuffers

/// What stands before the samples of a PBM, PGM, PPM or PAM file.
struct AnymapHeader {
    enum Coding {
        case text, bits, binary
    }

    var width: Int
    var height: Int
    var coding: Coding
    /// One or two (the second is alpha) for gray, three or four for colour.
    var samplesPerPixel: Int
    var largestSample: Int
    /// In bitmaps a one is black.
    var isBitmap = false

    /// The header of a file that begins with a P and a digit, and what follows it.
    static func read(_ bytes: Bytes) throws(ImageFileError.Problem) -> (header: AnymapHeader, samples: Bytes) {
        guard let kind: UInt8 = bytes.integer(at: 1) else { throw .truncated }
        var reader = AnymapTextReader(bytes, offset: 2)
        let header =
            kind == UInt8(ascii: "7")
            ? try readArbitrary(&reader) : try readFixed(kind: Int(kind - UInt8(ascii: "0")), &reader)
        guard 1...65535 ~= header.largestSample else {
            throw .damaged("the largest sample is declared as \(header.largestSample), possible are 1 to 65535")
        }
        try RGBImage.check(width: header.width, height: header.height)
        return (header, reader.remaining)
    }

    private static func readFixed(
        kind: Int, _ reader: inout AnymapTextReader
    ) throws(ImageFileError.Problem) -> AnymapHeader {
        let isBitmap = kind == 1 || kind == 4
        let header = AnymapHeader(
            width: try reader.number(), height: try reader.number(),
            coding: kind <= 3 ? .text : isBitmap ? .bits : .binary, samplesPerPixel: kind % 3 == 0 ? 3 : 1,
            largestSample: isBitmap ? 1 : try reader.number(), isBitmap: isBitmap)
        if kind > 3 { try reader.skipOneSpace() }
        return header
    }

    private static func readArbitrary(_ reader: inout AnymapTextReader) throws(ImageFileError.Problem) -> AnymapHeader {
        var values: [String: Int] = [:]
        while true {
            let name = try reader.word()
            switch name {
            case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL": values[name] = try reader.number()
            case "TUPLTYPE":
                let type = try reader.restOfLine()
                let known = ["BLACKANDWHITE", "GRAYSCALE", "RGB"]
                guard known.contains(where: { type == $0 || type == $0 + "_ALPHA" }) else {
                    throw .unsupported("PAM of the tuple type \"\(type)\" is")
                }
            case "ENDHDR":
                try reader.skipOneSpace()
                guard
                    let width = values["WIDTH"], let height = values["HEIGHT"], let depth = values["DEPTH"],
                    let largest = values["MAXVAL"]
                else { throw .damaged("WIDTH, HEIGHT, DEPTH or MAXVAL is missing in the header") }
                guard 1...4 ~= depth else { throw .unsupported("PAM with \(depth) samples per pixel is") }
                return AnymapHeader(
                    width: width, height: height, coding: .binary, samplesPerPixel: depth, largestSample: largest)
            default: throw .damaged("\"\(name)\" in the header")
            }
        }
    }
}

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
            value = min(10 * value + Int(byte - 0x30), Int(Int32.max))
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
