import TegataImages

extension RGBImage {
    /// Draws a line of text that starts at `origin` on the baseline, with smooth edges. `size` is the side of the em
    /// square in pixels; parts outside the image are skipped.
    package mutating func drawText(_ text: String, at origin: PixelPoint, size: Float, _ colour: RGBColor) {
        var start = origin
        for scalar in text.unicodeScalars {
            let letter = LabelFace.letter(scalar)
            var coverage = LetterCoverage(origin: start, width: letter.advance * size, size: size)
            for contour in letter.contours { coverage.add(contour) }
            fill(coverage, colour)
            start.x += letter.advance * size
        }
    }

    /// Returns the width of a line of text in pixels.
    package static func textWidth(_ text: String, size: Float) -> Float {
        text.unicodeScalars.reduce(0) { $0 + LabelFace.letter($1).advance } * size
    }

    private mutating func fill(_ coverage: LetterCoverage, _ colour: RGBColor) {
        let (width, height) = (width, height)
        withMutablePixels { pixels in
            for row in 0..<coverage.height where 0..<height ~= coverage.top + row {
                var sum: Float = 0
                for column in 0..<coverage.width {
                    sum += coverage.changes[row * coverage.width + column]
                    guard 0..<width ~= coverage.left + column, sum != 0 else { continue }
                    let offset = 3 * ((coverage.top + row) * width + coverage.left + column)
                    pixels.mix(colour, min(1, abs(sum)), at: offset)
                }
            }
        }
    }
}

/// The fraction of each pixel that a letter covers.
private struct LetterCoverage {
    /// The change of the coverage from each pixel to its right neighbour, row by row.
    private(set) var changes: [Float]
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    private let origin: PixelPoint
    private let size: Float

    /// Creates the coverage of an empty letter.
    init(origin: PixelPoint, width: Float, size: Float) {
        // Whole numbers are centres of pixels. Letters such as "j" extend to the left of their origin.
        left = Int((origin.x - 0.25 * size - 0.5).rounded(.down))
        top = Int((origin.y - LabelFace.height * size - 0.5).rounded(.down))
        self.width = Int((width + 0.5 * size).rounded(.up)) + 3
        height = Int(((LabelFace.height + LabelFace.depth) * size).rounded(.up)) + 3
        changes = [Float](repeating: 0, count: self.width * height)
        (self.origin, self.size) = (origin, size)
    }

    /// Adds a contour; each curve becomes eight lines.
    mutating func add(_ contour: [LabelFace.Point]) {
        guard let first = contour.first, var last = contour.last else { return }
        var position = last.isOnCurve ? last.place : middle(last.place, first.place)
        for (index, point) in contour.enumerated() {
            defer { last = point }
            if point.isOnCurve {
                // After a point off the curve, the drawn curve already ends here.
                if last.isOnCurve { addLine(from: position, to: point.place) }
                position = point.place
                continue
            }
            let next = contour[(index + 1) % contour.count]
            let end = next.isOnCurve ? next.place : middle(point.place, next.place)
            let start = position
            for step in 1...8 {
                let t = Float(step) / 8
                let (a, b) = (mixed(start, point.place, t), mixed(point.place, end, t))
                let place = mixed(a, b, t)
                addLine(from: position, to: place)
                position = place
            }
        }
    }

    private func middle(_ a: PixelPoint, _ b: PixelPoint) -> PixelPoint { mixed(a, b, 0.5) }

    private func mixed(_ a: PixelPoint, _ b: PixelPoint, _ share: Float) -> PixelPoint {
        PixelPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }

    /// Adds the area to the right of a line: positive if the line goes down, negative if it goes up.
    private mutating func addLine(from start: PixelPoint, to end: PixelPoint) {
        var (a, b) = (pixel(start), pixel(end))
        guard a.y != b.y else { return }
        let sign: Float = a.y < b.y ? 1 : -1
        if sign < 0 { (a, b) = (b, a) }
        let slope = (b.x - a.x) / (b.y - a.y)
        for row in Int(a.y)...Int(b.y) {
            let (top, bottom) = (max(a.y, Float(row)), min(b.y, Float(row + 1)))
            guard top < bottom else { continue }
            let (one, other) = (a.x + (top - a.y) * slope, a.x + (bottom - a.y) * slope)
            let (least, most) = (min(one, other), max(one, other))
            for column in Int(least)...Int(most) {
                let (left, right) = (max(least, Float(column)), min(most, Float(column + 1)))
                let share = most > least ? (right - left) / (most - least) : 1
                let area = sign * (bottom - top) * share
                // The part of the pixel to the left of the line's middle is not covered.
                let away = (left + right) / 2 - Float(column)
                changes[row * width + column] += area * (1 - away)
                changes[row * width + column + 1] += area * away
            }
        }
    }

    /// Converts a point of the outline to a position in the rows, limited to their bounds.
    private func pixel(_ point: PixelPoint) -> PixelPoint {
        let x = origin.x + point.x * size + 0.5 - Float(left)
        let y = origin.y - point.y * size + 0.5 - Float(top)
        return PixelPoint(x: max(0, min(Float(width - 2), x)), y: max(0, min(Float(height - 1), y)))
    }
}
