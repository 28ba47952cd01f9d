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
