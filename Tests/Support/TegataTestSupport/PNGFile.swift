import CZlib
import Foundation

/// Builds grey PNG files.
package enum PNGFile {
    /// Returns a file. Each row begins with the number of its filter.
    package static func file(width: Int, height: Int, bits: UInt8, rows: some Sequence<[UInt8]>) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [bits, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", deflated(rows.flatMap(\.self))) + chunk("IEND", [])
    }

    /// Returns a chunk of a file.
    package static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + content
        return bigEndian(content.count) + checked + bigEndian(Int(crc32(0, checked, UInt32(checked.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
        var count = uLong(packed.count)
        _ = compress2(&packed, &count, bytes, uLong(bytes.count), 1)
        return Array(packed.prefix(Int(count)))
    }
}

/// The RGB bytes of an image, without gaps.
package struct RGBPicture: Sendable {
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == 3 * width * height)
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Reads a PNG file with 8-bit RGB pixels that is not interlaced, like the rendered hands.
    package init(pngAt url: URL) throws {
        let file = [UInt8](try Data(contentsOf: url))
        func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        guard Array(file[24..<29]) == [8, 2, 0, 0, 0] else { throw UnsupportedPNG(url: url) }
        var packed: [UInt8] = []
        var offset = 8
        while offset + 12 <= file.count {
            let count = number(offset)
            if Array(file[offset + 4..<offset + 8]) == Array("IDAT".utf8) {
                packed += file[offset + 8..<offset + 8 + count]
            }
            offset += count + 12
        }
        let rowBytes = 3 * width
        var filtered = [UInt8](repeating: 0, count: height * (rowBytes + 1))
        var size = UInt(filtered.count)
        guard uncompress(&filtered, &size, packed, UInt(packed.count)) == Z_OK, size == filtered.count else {
            throw UnsupportedPNG(url: url)
        }
        self.init(width: width, height: height, bytes: Self.unfilter(filtered, height: height, rowBytes: rowBytes))
    }

    package struct UnsupportedPNG: Error {
        package let url: URL
    }

    /// Undoes the prediction from the bytes on the left, above, and above on the left.
    private static func unfilter(_ filtered: [UInt8], height: Int, rowBytes: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: height * rowBytes)
        for row in 0..<height {
            let filter = filtered[row * (rowBytes + 1)]
            for column in 0..<rowBytes {
                let here = row * rowBytes + column
                let left = column >= 3 ? Int(bytes[here - 3]) : 0
                let above = row > 0 ? Int(bytes[here - rowBytes]) : 0
                let corner = column >= 3 && row > 0 ? Int(bytes[here - rowBytes - 3]) : 0
                let prediction: Int
                switch filter {
                case 1: prediction = left
                case 2: prediction = above
                case 3: prediction = (left + above) / 2
                case 4:
                    let estimate = left + above - corner
                    let (a, b, c) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
                    prediction = a <= b && a <= c ? left : b <= c ? above : corner
                default: prediction = 0
                }
                bytes[here] = filtered[row * (rowBytes + 1) + 1 + column] &+ UInt8(prediction)
            }
        }
        return bytes
    }
}
