import CZlib
import Foundation

/// Red, green and blue bytes of a picture, without gaps.
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

    /// Reads a PNG file of 8-bit red, green and blue that is not interlaced, as the rendered hands are.
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

    /// Undoes the prediction from the bytes left, above and above left.
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
