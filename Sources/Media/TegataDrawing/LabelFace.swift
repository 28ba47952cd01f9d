import TegataImages

/// The letters for labels: outlines made of lines and quadratic curves, for ASCII and Latin-1.
///
/// Lengths are fractions of the em square, whose side is the text size.
package enum LabelFace {
    /// The height of a capital.
    package static let capitalHeight: Float = 0.73
    /// How far letters extend below the baseline.
    package static let depth: Float = 0.24
    /// The height of the highest letters, capitals with accents, above the baseline.
    package static let height: Float = 1

    package struct Letter {
        /// The distance from the letter's origin to the next letter's origin.
        package fileprivate(set) var advance: Float = 0
        /// The closed contours, with y upwards from the baseline.
        package fileprivate(set) var contours: [[Point]] = []
    }

    /// A point of a contour.
    package struct Point {
        package var place: PixelPoint
        /// Whether the curve passes through the point. Otherwise, the point attracts the curve between its neighbours;
        /// between two such points, the curve passes through their midpoint.
        package var isOnCurve: Bool
    }

    /// Returns the letter for a character; characters that the face lacks are shown as a question mark.
    package static func letter(_ scalar: Unicode.Scalar) -> Letter {
        switch scalar.value {
        case 0x20...0x7E: letters[Int(scalar.value) - 0x20]
        case 0xA0...0xFF: letters[Int(scalar.value) - 0xA0 + 0x5F]
        default: letters[0x1F]
        }
    }

    /// The letters, parsed from ``outlines``: the advance, then each contour after a space, as pairs of x and y. A
    /// number has two base-64 digits, starting at `0`, and equals 512 times the length plus 256; x is 2048 larger for
    /// points that are not on the curve. Letters are separated by `|`.
    private static let letters: [Letter] = outlines.utf8.filter { $0 != UInt8(ascii: "\n") }
        .split(separator: UInt8(ascii: "|")).map { code in
            var parts = code.dropFirst(2).split(separator: UInt8(ascii: " ")).makeIterator()
            var letter = Letter(advance: length(Array(code), at: 0).value)
            while let part = parts.next() {
                let digits = Array(part)
                letter.contours.append(
                    stride(from: 0, to: digits.count, by: 4).map { start in
                        let x = length(digits, at: start)
                        let y = length(digits, at: start + 2).value
                        return Point(place: PixelPoint(x: x.value, y: y), isOnCurve: !x.isMarked)
                    })
            }
            return letter
        }

    private static func length(_ digits: [UInt8], at index: Int) -> (value: Float, isMarked: Bool) {
        let number = (Int(digits[index]) - 48) * 64 + Int(digits[index + 1]) - 48
        return (Float(number % 2048 - 256) / 512, number >= 2048)
    }
}
