import TegataPixels

/// Pictures in the binary PPM format (P6), one right after the other.
final class PictureStreamReader {
    private let stream: InputStream
    /// Pictures do not say how fast they follow each other.
    let frameRate: FrameRate?

    init(_ stream: InputStream) {
        self.stream = stream
        frameRate = FrameRate(frames: 25, seconds: 1)
    }

    /// What every picture begins with.
    static let mark = Array("P6".utf8)

    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        let start = try stream.read(count: Self.mark.count)
        if start.isEmpty { return false }
        guard start == Self.mark else {
            if Self.mark.starts(with: start) { throw .truncated(frame: index) }
            throw .damaged("it does not begin with P6", frame: index)
        }
        let width = try number(frame: index)
        let height = try number(frame: index)
        let largest = try number(frame: index)
        guard width > 0, height > 0 else { throw .damaged("\(width)×\(height) pixels", frame: index) }
        guard largest == 255 else { throw .unsupported("PPM with samples up to \(largest) is") }
        let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
            throw .tooManyPixels(width: width, height: height)
        }
        frame.reshape(.rgb, width: width, height: height)
        try frame.bytes.fill(from: stream, frame: index)
        frame.timestampMs = frameRate?.timestampMs(frame: index) ?? index
        return true
    }

    /// A number, and the white space behind it; before it may be white space and comments.
    private func number(frame: Int) throws(VideoError.Problem) -> Int {
        var value: Int?
        while let byte = try stream.next() {
            switch byte {
            case 0x30...0x39: value = min(10 * (value ?? 0) + Int(byte - 0x30), Int(Int32.max))
            case 0x20, 0x09...0x0D:
                if let value { return value }
            case UInt8(ascii: "#") where value == nil:
                while let byte = try stream.next(), byte != 0x0A {}
            default: throw .damaged("a byte \(byte) where a number is expected", frame: frame)
            }
        }
        throw .truncated(frame: frame)
    }
}
