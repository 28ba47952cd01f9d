import TegataImages

extension RGBImage {
    /// Draws a line of text from `origin`, the start of its base line, on; `unit` is the size of the letters' grid.
    package mutating func drawText(_ text: String, at origin: PixelPoint, unit: Float, _ colour: RGBColor) {
        var column: Float = 0
        for scalar in text.unicodeScalars {
            let letter = StrokeFont.letter(scalar)
            for line in letter.lines {
                for (start, end) in zip(line, line.dropFirst()) {
                    func place(_ point: PixelPoint) -> PixelPoint {
                        origin
                            + PixelPoint(x: (column + point.x) * unit, y: (point.y - StrokeFont.capitalHeight) * unit)
                    }
                    drawLine(from: place(start), to: place(end), radius: max(0.5, unit * 0.42), colour)
                }
            }
            column += letter.width + StrokeFont.gap
        }
    }

    /// How wide a line of text becomes.
    package static func textWidth(_ text: String, unit: Float) -> Float {
        let width = text.unicodeScalars.reduce(0) { $0 + StrokeFont.letter($1).width + StrokeFont.gap }
        return max(0, width - StrokeFont.gap) * unit
    }
}
