/// Curves over the training iterations, as SVG.
struct CurvePlot {
    struct Curve {
        let name: String
        /// The class in the style sheet.
        let style: String
        let points: [(x: Double, y: Double)]
    }

    let title: String
    let curves: [Curve]
    /// The largest y value.
    let top: Double
    let isPercentage: Bool

    private static let (width, height, left, bottom) = (460.0, 190.0, 44.0, 24.0)

    var html: String {
        let drawn = curves.filter { !$0.points.isEmpty }
        let last = max(drawn.flatMap { $0.points.map(\.x) }.max() ?? 1, 1)
        let title = PageText.escaped(title)
        let right = Self.width - 8
        return """
            <figure><figcaption>\(title)</figcaption>
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="\(title)">
            \((0...4).map { gridLine(top * Double($0) / 4, to: right) }.joined())
            <text x="\(Self.left)" y="\(Self.height - 6)">0</text>
            <text x="\(right)" y="\(Self.height - 6)" class="end">\(Int(last)) iterations</text>
            \(drawn.map { path(of: $0, last: last) }.joined())
            </svg><p class="hint">\(drawn.map(legend).joined(separator: " "))</p></figure>
            """
    }

    private func gridLine(_ value: Double, to right: Double) -> String {
        let y = height(of: value)
        return """
            <path class="grid" d="M\(Self.left) \(number(y))H\(right)"/>\
            <text x="\(Self.left - 6)" y="\(number(y + 4))" class="end">\(label(value))</text>
            """
    }

    private func path(of curve: Curve, last: Double) -> String {
        let places = curve.points.map { point in
            let x = Self.left + point.x / last * (Self.width - Self.left - 8)
            return (x: number(x), y: number(height(of: point.y)))
        }
        let path = places.map { "\($0.x) \($0.y)" }.joined(separator: "L")
        let line = #"<path class="curve \#(curve.style)" d="M\#(path)"/>"#
        guard places.count == 1 else { return line }
        return line + #"<circle class="\#(curve.style)" cx="\#(places[0].x)" cy="\#(places[0].y)" r="3"/>"#
    }

    private func legend(_ curve: Curve) -> String {
        let end = curve.points.last.map { " " + label($0.y, isExact: true) } ?? ""
        return #"<span class="key \#(curve.style)"></span>\#(PageText.escaped(curve.name))\#(end)"#
    }

    /// Returns the distance of a value from the upper edge.
    private func height(of value: Double) -> Double {
        8 + (1 - min(value / top, 1)) * (Self.height - Self.bottom - 8)
    }

    private func label(_ value: Double, isExact: Bool = false) -> String {
        isPercentage ? number(100 * value) + " %" : number(value, decimals: isExact ? 3 : 2)
    }
}

/// Returns the number with `decimals` decimal places, or none if they are zeros.
func number(_ value: Double, decimals: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "–" }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
