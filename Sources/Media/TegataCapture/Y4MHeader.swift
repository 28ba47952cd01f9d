/// What stands at the start of a Y4M stream.
package struct Y4MHeader: Equatable {
    package enum Chroma: Equatable {
        case i420, i422, i444, mono
    }

    package var width = 0
    package var height = 0
    package var frameRate: FrameRate
    package var chroma = Chroma.i420
    /// Samples with more than eight take two bytes each, the less significant first.
    package var bitsPerSample = 8
    package var isFullRange = false

    /// What every stream begins with.
    package static let mark = Array("YUV4MPEG2".utf8)

    /// Reads the header's line without its end.
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
        // Colours have the limited range unless the stream says otherwise, and gray has the full one.
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

    /// nil where the rate is declared as unknown.
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
        // Where exactly the chroma samples lie is less than a pixel.
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
        throw .unsupported("Y4M with the pixels C\(text) is")
    }

    /// How many samples a frame has.
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
