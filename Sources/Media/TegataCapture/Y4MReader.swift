import TegataPixels

/// Reads the frames of a Y4M stream.
///
/// Frames with 4:2:0 chroma are unchanged; all others become RGB or gray. Samples with more than eight bits are rounded
/// to eight.
package final class Y4MReader {
    package let header: Y4MHeader
    private let stream: InputStream
    /// The samples of a frame that must be converted.
    private var stored: [UInt8] = []
    /// A stored frame whose samples have two bytes.
    private var deep: [UInt8] = []
    /// The conversion table for frames that must be converted.
    private lazy var colors = ColorTable(ColorEncoding(isFullRange: header.isFullRange))

    package init(_ stream: InputStream) throws(VideoError.Problem) {
        self.stream = stream
        guard let line = try stream.line(atMost: Self.longestLine) else {
            throw .damaged("its first line does not end", frame: nil)
        }
        header = try Y4MHeader(line: line)
    }

    private static let longestLine = 4096

    package func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        guard try readFrameLine(index: index) else { return false }
        frame.isFullRange = header.isFullRange
        try frame.setTimestamp(header.frameRate.timestampMs(frame: index), index: index)
        let (width, height) = (header.width, header.height)
        switch header.chroma {
        case .i420:
            try frame.makeRoom(.i420, width: width, height: height)
            try readSamples(into: &frame.bytes, index: index)
        case .mono:
            try frame.makeRoom(.gray, width: width, height: height)
            try readSamples(into: &frame.bytes, index: index)
            if !header.isFullRange { frame.bytes.stretchLuma(colors) }
        case .i422, .i444:
            if stored.isEmpty { stored = try Self.memory(header.frameSampleCount) }
            try readSamples(into: &stored, index: index)
            try frame.makeRoom(.rgb, width: width, height: height)
            convertToRGB(into: &frame.bytes)
        }
        return true
    }

    private static func memory(_ count: Int) throws(VideoError.Problem) -> [UInt8] {
        try VideoError.Problem.requireMemory(count)
        return [UInt8](repeating: 0, count: count)
    }

    private func readSamples(into samples: inout [UInt8], index: Int) throws(VideoError.Problem) {
        guard header.bitsPerSample > 8 else { return try samples.fill(from: stream, frame: index) }
        if deep.isEmpty { deep = try Self.memory(2 * header.frameSampleCount) }
        try deep.fill(from: stream, frame: index)
        let shift = header.bitsPerSample - 8
        deep.withUnsafeBufferPointer { deep in
            samples.withUnsafeMutableBufferPointer { samples in
                for index in samples.indices {
                    let sample = Int(deep[2 * index]) | Int(deep[2 * index + 1]) << 8
                    samples[index] = UInt8(truncatingIfNeeded: min((sample + (1 << (shift - 1))) >> shift, 255))
                }
            }
        }
    }

    /// Reads the line before a frame; returns false at the end of the stream.
    private func readFrameLine(index: Int) throws(VideoError.Problem) -> Bool {
        var byte = try stream.next()
        if byte == nil { return false }
        for expected in "FRAME".utf8 {
            guard let found = byte else { throw .truncated(frame: index) }
            guard found == expected else { throw .damaged("it does not begin with FRAME", frame: index) }
            byte = try stream.next()
        }
        guard let end = byte else { throw .truncated(frame: index) }
        guard end == UInt8(ascii: "\n") || end == UInt8(ascii: " ") else {
            throw .damaged("it does not begin with FRAME", frame: index)
        }
        // Ignore a frame's parameters, because they only describe interlacing.
        var length = "FRAME".utf8.count
        while byte != UInt8(ascii: "\n") {
            guard length < Self.longestLine else { throw .damaged("its first line does not end", frame: index) }
            byte = try stream.next()
            length += 1
            if byte == nil { throw .truncated(frame: index) }
        }
        return true
    }

    private func convertToRGB(into pixels: inout [UInt8]) {
        let (width, height) = (header.width, header.height)
        let shift = header.chroma == .i422 ? 1 : 0
        let chromaWidth = (width + shift) >> shift
        stored.withUnsafeBufferPointer { stored in
            pixels.withUnsafeMutableBufferPointer { pixels in
                var target = 0
                for y in 0..<height {
                    let luma = y * width
                    let u = width * height + y * chromaWidth
                    let v = u + chromaWidth * height
                    for x in 0..<width {
                        let rgb = colors.color(stored[luma + x], stored[u + x >> shift], stored[v + x >> shift])
                        pixels[target] = rgb.red
                        pixels[target + 1] = rgb.green
                        pixels[target + 2] = rgb.blue
                        target += 3
                    }
                }
            }
        }
    }
}

extension [UInt8] {
    /// Stretches luma from 16…235 to 0…255.
    fileprivate mutating func stretchLuma(_ colors: ColorTable) {
        withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices { bytes[index] = colors.color(bytes[index], 128, 128).green }
        }
    }
}

/// The header of a Y4M stream.
package struct Y4MHeader: Equatable {
    package enum Chroma: Equatable {
        case i420, i422, i444, mono
    }

    package var width = 0
    package var height = 0
    package var frameRate: FrameRate
    package var chroma = Chroma.i420
    /// The sample size; samples with more than eight bits take two bytes each, least significant first.
    package var bitsPerSample = 8
    package var isFullRange = false

    /// The first bytes of every stream.
    package static let mark = Array("YUV4MPEG2".utf8)

    /// Reads the header line, without its line feed.
    package init(line: [UInt8]) throws(VideoError.Problem) {
        frameRate = .usualOfPictures
        var isLimitedRange = false
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.first.map({ $0.elementsEqual(Self.mark) }) == true else {
            throw .damaged("the first line does not begin with YUV4MPEG2", frame: nil)
        }
        for word in words.dropFirst() {
            let value = String(decoding: word.dropFirst().prefix(64), as: UTF8.self)
            switch word.first {
            case UInt8(ascii: "W"): width = try Self.side(value, "width")
            case UInt8(ascii: "H"): height = try Self.side(value, "height")
            case UInt8(ascii: "F"): frameRate = try Self.rate(value) ?? frameRate
            case UInt8(ascii: "C"): (chroma, bitsPerSample) = try Self.chroma(value)
            case UInt8(ascii: "X"):
                if value == "COLORRANGE=FULL" { isFullRange = true }
                if value == "COLORRANGE=LIMITED" { isLimitedRange = true }
            case UInt8(ascii: "I"), UInt8(ascii: "A"): break
            default:
                throw .damaged("unknown parameter \"\(String(decoding: word.prefix(64), as: UTF8.self))\"", frame: nil)
            }
        }
        // Without a range parameter, colour has the limited range, and gray has the full one.
        if chroma == .mono && !isLimitedRange { isFullRange = true }
        guard width > 0 else { throw .damaged("no width", frame: nil) }
        guard height > 0 else { throw .damaged("no height", frame: nil) }
        let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
            throw .tooManyPixels(width: width, height: height)
        }
    }

    private static func side(_ text: String, _ name: String) throws(VideoError.Problem) -> Int {
        guard let value = Int(text), value > 0 else { throw .damaged("\(name) \"\(text)\"", frame: nil) }
        return value
    }

    /// Returns nil if the rate is declared as unknown.
    private static func rate(_ text: String) throws(VideoError.Problem) -> FrameRate? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2 else { throw .damaged("rate \"\(text)\"", frame: nil) }
        if parts[0] == 0 || parts[1] == 0 { return nil }
        guard let rate = FrameRate(frames: parts[0], seconds: parts[1]) else {
            throw .damaged("rate \"\(text)\"", frame: nil)
        }
        return rate
    }

    private static func chroma(_ text: String) throws(VideoError.Problem) -> (Chroma, bitsPerSample: Int) {
        switch text {
        // Ignore the position of chroma samples, because it differs by less than a pixel.
        case "420", "420jpeg", "420mpeg2", "420paldv": return (.i420, 8)
        case "422": return (.i422, 8)
        case "444": return (.i444, 8)
        case "mono": return (.mono, 8)
        default: break
        }
        let deep: [(String, Chroma)] = [("420p", .i420), ("422p", .i422), ("444p", .i444), ("mono", .mono)]
        for (name, chroma) in deep where text.hasPrefix(name) {
            if let bits = Int(text.dropFirst(name.count)), [9, 10, 12, 14, 16].contains(bits) { return (chroma, bits) }
        }
        throw .unsupported("Y4M with the pixel format C\(text) is")
    }

    /// The number of samples in a frame.
    package var frameSampleCount: Int {
        let lumaCount = width * height
        return switch chroma {
        case .i420: lumaCount + 2 * ((width + 1) / 2) * ((height + 1) / 2)
        case .i422: lumaCount + 2 * ((width + 1) / 2) * height
        case .i444: 3 * lumaCount
        case .mono: lumaCount
        }
    }
}
