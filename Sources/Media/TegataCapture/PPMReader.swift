import TegataBuffers
import TegataPixels

/// Binary PPM pictures (P6) one right after the other.
package struct PPMReader {
    private let stream: InputStream
    /// Pictures do not say how fast they follow each other.
    package let frameRate: FrameRate?

    /// What every picture begins with.
    package static let mark = Array("P6".utf8)

    package init(_ stream: InputStream, rate: FrameRate?) {
        self.stream = stream
        frameRate = rate
    }

    package func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        guard var byte = try stream.next() else { return false }
        for expected in "P6".utf8 {
            guard byte == expected else { throw .damaged("it does not begin with P6", frame: index) }
            guard let next = try stream.next() else { throw .truncated(frame: index) }
            byte = next
        }
        // White space stands here.
        guard byte == 0x20 || 0x09...0x0D ~= byte else {
            throw .damaged("a byte \(byte) behind P6", frame: index)
        }
        var left = Self.mostHeaderBytes
        let width = try number(frame: index, &left)
        let height = try number(frame: index, &left)
        let largest = try number(frame: index, &left)
        guard width > 0, height > 0 else { throw .damaged("\(width)×\(height) pixels", frame: index) }
        guard largest == 255 else { throw .unsupported("PPM with samples up to \(largest) is") }
        let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixelCount <= VideoFrame.maximumPixelCount else {
            throw .tooManyPixels(width: width, height: height)
        }
        try frame.makeRoom(.rgb, width: width, height: height)
        try frame.bytes.fill(from: stream, frame: index)
        try frame.setTimestamp(frameRate?.timestampMs(frame: index) ?? Milliseconds(index), index: index)
        return true
    }

    /// What the three numbers may take, with their spaces and comments.
    private static let mostHeaderBytes = 4096

    /// A number, and the white space behind it; before it may be white space and comments. Takes what it reads from
    /// `left`.
    private func number(frame: Int, _ left: inout Int) throws(VideoError.Problem) -> Int {
        var value: Int?
        var isComment = false
        while let byte = try stream.next() {
            left -= 1
            guard left >= 0 else { throw .damaged("its header does not end", frame: frame) }
            switch byte {
            case _ where isComment: isComment = byte != 0x0A
            case 0x30...0x39:
                value = min(
                    (value ?? 0).clampedProduct(with: 10).clampedSum(with: Int(byte - 0x30)), Int(Int32.max))
            case 0x20, 0x09...0x0D:
                if let value { return value }
            case UInt8(ascii: "#") where value == nil: isComment = true
            default: throw .damaged("a byte \(byte) where a number is expected", frame: frame)
            }
        }
        throw .truncated(frame: frame)
    }
}
