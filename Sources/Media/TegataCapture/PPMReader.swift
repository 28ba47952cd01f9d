import TegataBuffers
import TegataPixels

/// Reads consecutive binary PPM images (P6).
package struct PPMReader {
    private let stream: InputStream
    /// The rate given by the caller, because images do not contain one.
    package let frameRate: FrameRate?

    /// The first bytes of each image.
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
        // The format requires white space after the mark.
        guard byte == 0x20 || 0x09...0x0D ~= byte else {
            throw .damaged("byte \(byte) after P6", frame: index)
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

    /// The maximum number of bytes for the three numbers, including white space and comments.
    private static let mostHeaderBytes = 4096

    /// Reads a number and the white space character after it, skipping any white space and comments before it.
    /// Subtracts the bytes read from `left`.
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
            default: throw .damaged("byte \(byte) where a number is expected", frame: frame)
            }
        }
        throw .truncated(frame: frame)
    }
}
