import TegataImages

/// A place in a picture, in pixels; whole numbers are the middles of pixels.
struct PixelPoint {
    var x: Float
    var y: Float
}

extension RGBImage {
    /// Draws a line with round ends and smooth edges, or a disc where both ends are the same; what is outside the picture is left out.
    ///
    /// The ends must be inside the picture, so that all sizes stay small.
    mutating func drawLine(from start: PixelPoint, to end: PixelPoint, radius: Float, _ colour: RGBColor) {
        let (width, height) = (width, height)
        let margin = radius + 1
        let columns = max(0, Int(min(start.x, end.x) - margin))...min(width - 1, Int(max(start.x, end.x) + margin))
        let rows = max(0, Int(min(start.y, end.y) - margin))...min(height - 1, Int(max(start.y, end.y) + margin))
        let (acrossX, acrossY) = (end.x - start.x, end.y - start.y)
        let squaredLength = acrossX * acrossX + acrossY * acrossY
        withMutablePixels { pixels in
            for row in rows {
                for column in columns {
                    let (x, y) = (Float(column) - start.x, Float(row) - start.y)
                    let along = squaredLength > 0 ? max(0, min(1, (x * acrossX + y * acrossY) / squaredLength)) : 0
                    let (awayX, awayY) = (x - along * acrossX, y - along * acrossY)
                    let distance = (awayX * awayX + awayY * awayY).squareRoot()
                    let coverage = min(1, radius + 0.5 - distance)
                    guard coverage > 0 else { continue }
                    let offset = 3 * (row * width + column)
                    pixels[offset] = mix(pixels[offset], colour.red, coverage)
                    pixels[offset + 1] = mix(pixels[offset + 1], colour.green, coverage)
                    pixels[offset + 2] = mix(pixels[offset + 2], colour.blue, coverage)
                }
            }
        }
    }
}

private func mix(_ below: UInt8, _ above: UInt8, _ coverage: Float) -> UInt8 {
    UInt8((Float(below) + (Float(above) - Float(below)) * coverage).rounded())
}
