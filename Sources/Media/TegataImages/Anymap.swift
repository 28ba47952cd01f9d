import TegataBuffers

extension RGBImage {
    /// Decodes PBM, PGM and PPM, in text or binary form, and PAM. If a file has several images, only the first is
    /// decoded.
    ///
    /// Samples are scaled to 0…255 and rounded to the nearest value, ties to even.
    static func decodeAnymap(_ bytes: Bytes) throws(ImageFileError.Problem) -> RGBImage {
        let (header, samples) = try AnymapHeader.read(bytes)
        let pixels =
            switch header.coding {
            case .text: try header.decodeText(samples)
            case .bits: try header.decodeBits(samples)
            case .binary: try header.decodeBinary(samples)
            }
        return RGBImage(width: header.width, height: header.height, checkedPixels: pixels)
    }
}

extension AnymapHeader {
    /// The 8-bit value for each sample value in the file.
    private var scale: [UInt8] {
        (0...largestSample).map {
            let value = UInt8((Double($0) / Double(largestSample) * 255).rounded(.toNearestOrEven))
            return isBitmap ? 255 - value : value
        }
    }

    fileprivate func decodeText(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let scale = scale
        var reader = AnymapTextReader(samples)
        // Each sample takes at least one byte, so a short file cannot cause a large allocation.
        guard width * height * samplesPerPixel <= samples.count else { throw .truncated }
        return try newPixels(count: 3 * width * height) { (pixels) throws(ImageFileError.Problem) in
            for pixel in 0..<width * height {
                for channel in 0..<3 {
                    if channel > 0 && samplesPerPixel == 1 {
                        pixels[3 * pixel + channel] = pixels[3 * pixel]
                        continue
                    }
                    let sample = try isBitmap ? reader.digit() : reader.number()
                    guard sample <= largestSample else {
                        throw .damaged("a sample of \(sample), but the declared maximum is \(largestSample)")
                    }
                    pixels[3 * pixel + channel] = scale[sample]
                }
            }
        }
    }

    fileprivate func decodeBits(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let bytesPerRow = (width + 7) / 8
        guard bytesPerRow * height <= samples.count else { throw .truncated }
        return try samples.withSpan { (span) throws(ImageFileError.Problem) in
            try newPixels(count: 3 * width * height) { pixels in
                var target = 0
                for y in 0..<height {
                    for x in 0..<width {
                        let byte = span.unsafeLoad(fromByteOffset: y * bytesPerRow + x / 8, as: UInt8.self)
                        let value: UInt8 = byte & 0x80 >> UInt8(x % 8) == 0 ? 255 : 0
                        for channel in 0..<3 { pixels[target + channel] = value }
                        target += 3
                    }
                }
            }
        }
    }

    fileprivate func decodeBinary(_ samples: Bytes) throws(ImageFileError.Problem) -> [UInt8] {
        let bytesPerSample = largestSample > 255 ? 2 : 1
        let count = width * height * samplesPerPixel * bytesPerSample
        guard let samples = samples.slice(at: 0, count: count) else { throw .truncated }
        if samplesPerPixel == 3 && largestSample == 255 {
            guard PixelMemory.has(count) else { throw .memoryShort(byteCount: count) }
            return samples.array()
        }
        let scale = scale
        return try samples.withSpan { (span) throws(ImageFileError.Problem) in
            try newPixels(count: 3 * width * height) { pixels in
                for pixel in 0..<width * height {
                    for channel in 0..<3 {
                        let index = pixel * samplesPerPixel + (samplesPerPixel < 3 ? 0 : channel)
                        let sample =
                            bytesPerSample == 1
                            ? Int(span.unsafeLoad(fromByteOffset: index, as: UInt8.self))
                            : Int(
                                UInt16(bigEndian: span.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
                        pixels[3 * pixel + channel] = scale[min(sample, largestSample)]
                    }
                }
            }
        }
    }
}

/// The header of a PBM, PGM, PPM or PAM file.
struct AnymapHeader {
    enum Coding {
        case text, bits, binary
    }

    var width: Int
    var height: Int
    var coding: Coding
    /// One or two for gray, three or four for colour; the second or fourth is alpha.
    var samplesPerPixel: Int
    var largestSample: Int
    /// Whether the file is a bitmap, in which 1 means black.
    var isBitmap = false

    /// Reads the header of a file that starts with a P and a digit; returns it and the bytes after it.
    static func read(_ bytes: Bytes) throws(ImageFileError.Problem) -> (header: AnymapHeader, samples: Bytes) {
        guard let kind: UInt8 = bytes.integer(at: 1) else { throw .truncated }
        var reader = AnymapTextReader(bytes, offset: 2)
        let header =
            kind == UInt8(ascii: "7")
            ? try readArbitrary(&reader) : try readFixed(kind: Int(kind - UInt8(ascii: "0")), &reader)
        guard 1...65535 ~= header.largestSample else {
            throw .damaged("the largest sample is declared as \(header.largestSample), but must be 1 to 65535")
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
                    throw .unsupported("PAM with the tuple type \"\(type)\" is")
                }
            case "ENDHDR":
                try reader.skipOneSpace()
                guard
                    let width = values["WIDTH"], let height = values["HEIGHT"], let depth = values["DEPTH"],
                    let largest = values["MAXVAL"]
                else { throw .damaged("WIDTH, HEIGHT, DEPTH or MAXVAL is missing from the header") }
                guard 1...4 ~= depth else { throw .unsupported("PAM with \(depth) samples per pixel is") }
                return AnymapHeader(
                    width: width, height: height, coding: .binary, samplesPerPixel: depth, largestSample: largest)
            default: throw .damaged("unknown \"\(name)\" in the header")
            }
        }
    }
}

/// Reads words and numbers separated by white space and comments.
struct AnymapTextReader {
    private let bytes: Bytes
    private var offset: Int

    init(_ bytes: Bytes, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The bytes that have not been read.
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

    /// Reads a decimal number; numbers that are too large to be useful are clamped.
    mutating func number() throws(ImageFileError.Problem) -> Int {
        try skipSpacesAndComments()
        let start = offset
        var value = 0
        while let byte = next, 0x30...0x39 ~= byte {
            value = min(value.clampedProduct(with: 10).clampedSum(with: Int(byte - 0x30)), Int(Int32.max))
            offset += 1
        }
        guard offset > start else { throw .damaged("byte \(next ?? 0) where a number is expected") }
        return value
    }

    /// Reads a single 0 or 1, because bitmaps may omit the space between digits.
    mutating func digit() throws(ImageFileError.Problem) -> Int {
        try skipSpacesAndComments()
        guard let byte = next, 0x30...0x31 ~= byte else {
            throw .damaged("byte \(next ?? 0) where 0 or 1 is expected")
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
        // The format's words are short, so a longer word is unknown anyway.
        while offset < start + 64, let byte = next, belongs(byte) { offset += 1 }
        return bytes.text(at: start, count: offset - start) ?? ""
    }

    /// Skips the single white space character between a header and binary samples, or a comment up to its end.
    mutating func skipOneSpace() throws(ImageFileError.Problem) {
        if next == UInt8(ascii: "#") {
            while let byte = next, !Self.endsLine(byte) { offset += 1 }
        }
        guard let byte = next else { throw .truncated }
        guard Self.isSpace(byte) else { throw .damaged("byte \(byte) where the header ends") }
        offset += 1
    }
}
