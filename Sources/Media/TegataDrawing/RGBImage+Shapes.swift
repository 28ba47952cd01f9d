import TegataImages

/// A position in an image, in pixels; whole numbers are the centres of pixels.
package struct PixelPoint: Equatable {
    package var x: Float
    package var y: Float

    package init(x: Float, y: Float) {
        (self.x, self.y) = (x, y)
    }

    package static func + (a: PixelPoint, b: PixelPoint) -> PixelPoint { PixelPoint(x: a.x + b.x, y: a.y + b.y) }
}

extension RGBImage {
    /// Draws a line with round ends and smooth edges, or a disc if both ends are equal.
    ///
    /// Parts outside the image are skipped, and so is a line whose ends are not finite.
    package mutating func drawLine(from start: PixelPoint, to end: PixelPoint, radius: Float, _ colour: RGBColor) {
        let margin = radius + 1
        guard
            let rows = indices(from: min(start.y, end.y) - margin, to: max(start.y, end.y) + margin, count: height),
            (start.x + end.x).isFinite
        else { return }
        let (acrossX, acrossY) = (end.x - start.x, end.y - start.y)
        let squaredLength = acrossX * acrossX + acrossY * acrossY
        let length = squaredLength.squareRoot()
        let width = width
        withMutablePixels { pixels in
            for row in rows {
                let y = Float(row) - start.y
                var (left, right) = (min(start.x, end.x) - margin, max(start.x, end.x) + margin)
                // Visit only the part of the row that the line crosses, because long lines would otherwise be slow.
                if acrossY.magnitude > 1 {
                    let middle = start.x + y * acrossX / acrossY
                    let reach = margin * length / acrossY.magnitude
                    (left, right) = (max(left, middle - reach), min(right, middle + reach))
                }
                guard let columns = indices(from: left, to: right, count: width) else { continue }
                for column in columns {
                    let x = Float(column) - start.x
                    let along = squaredLength > 0 ? max(0, min(1, (x * acrossX + y * acrossY) / squaredLength)) : 0
                    let (awayX, awayY) = (x - along * acrossX, y - along * acrossY)
                    let coverage = radius + 0.5 - (awayX * awayX + awayY * awayY).squareRoot()
                    guard coverage > 0 else { continue }
                    // Draw lines thinner than a pixel faintly, so that they do not look broken.
                    pixels.mix(colour, min(1, coverage, 2 * radius), at: 3 * (row * width + column))
                }
            }
        }
    }

    /// Blends a colour over an upright box, which may extend beyond the image; `opacity` is 0…1.
    package mutating func fillBox(
        from corner: PixelPoint, to opposite: PixelPoint, _ colour: RGBColor, opacity: Float
    ) {
        guard
            let rows = indices(from: corner.y, to: opposite.y, count: height),
            let columns = indices(from: corner.x, to: opposite.x, count: width)
        else { return }
        let width = width
        withMutablePixels { pixels in
            for row in rows {
                for column in columns { pixels.mix(colour, opacity, at: 3 * (row * width + column)) }
            }
        }
    }

    /// Draws lines from each corner to the next and back to the first.
    mutating func drawOutline(_ corners: [PixelPoint], radius: Float, _ colour: RGBColor) {
        for (index, corner) in corners.enumerated() {
            drawLine(from: corner, to: corners[(index + 1) % corners.count], radius: radius, colour)
        }
    }
}

/// Returns the whole numbers between two numbers that are valid indices for `count` elements; nil if there are none.
func indices(from first: Float, to last: Float, count: Int) -> ClosedRange<Int>? {
    guard !first.isNaN, !last.isNaN else { return nil }
    // Limit the values before converting them, because integers have a smaller range.
    let (first, last) = (max(0, first.rounded(.up)), min(Float(count - 1), last.rounded(.down)))
    guard first <= last else { return nil }
    return Int(first)...Int(last)
}

extension MutableSpan<UInt8> {
    /// Blends a colour into the pixel whose samples start at `offset`.
    mutating func mix(_ colour: RGBColor, _ coverage: Float, at offset: Int) {
        self[offset] = mixed(self[offset], colour.red, coverage)
        self[offset + 1] = mixed(self[offset + 1], colour.green, coverage)
        self[offset + 2] = mixed(self[offset + 2], colour.blue, coverage)
    }
}

private func mixed(_ below: UInt8, _ above: UInt8, _ coverage: Float) -> UInt8 {
    UInt8((Float(below) + (Float(above) - Float(below)) * coverage).rounded())
}
