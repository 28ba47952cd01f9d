/// Curves over the iterations of a training, as SVG.
struct CurvePlot {
    struct Curve {
        let name: String
        /// The class that the style sheet knows.
        let style: String
        let points: [(x: Double, y: Double)]
    }

    let title: String
    let curves: [Curve]
    /// Up to where y reaches.
    let top: Double
    let isPercentage: Bool

    private static let (width, height, left, bottom) = (460.0, 190.0, 44.0, 24.0)

    var html: String {
        let drawn = curves.filter { !$0.points.isEmpty }
        let last = max(drawn.flatMap { $0.points.map(\.x) }.max() ?? 1, 1)
        func place(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
            let x = Self.left + point.x / last * (Self.width - Self.left - 8)
            let y = 8 + (1 - min(point.y / top, 1)) * (Self.height - Self.bottom - 8)
            return (x, y)
        }
        var text = "<figure><figcaption>\(PageText.escaped(title))</figcaption>"
        text +=
            "<svg viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\""
            + " aria-label=\"\(PageText.escaped(title))\">"
        for step in 0...4 {
            let value = top * Double(step) / 4
            let (_, y) = place((0, value))
            text += "<path class=\"grid\" d=\"M\(Self.left) \(number(y))H\(Self.width - 8)\"/>"
            text += "<text x=\"\(Self.left - 6)\" y=\"\(number(y + 4))\" class=\"end\">\(label(value))</text>"
        }
        text += "<text x=\"\(Self.left)\" y=\"\(Self.height - 6)\">0</text>"
        text += "<text x=\"\(Self.width - 8)\" y=\"\(Self.height - 6)\" class=\"end\">\(Int(last)) iterations</text>"
        for curve in drawn {
            let places = curve.points.map(place)
            let path = places.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
            text += "<path class=\"curve \(curve.style)\" d=\"M\(path)\"/>"
            if places.count == 1, let place = places.first {
                text += "<circle class=\"\(curve.style)\" cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"3\"/>"
            }
        }
        text += "</svg><p class=\"hint\">"
        text += drawn.map { curve in
            let end = curve.points.last.map { " " + label($0.y, isExact: true) } ?? ""
            return "<span class=\"key \(curve.style)\"></span>\(PageText.escaped(curve.name))\(end)"
        }.joined(separator: " ")
        return text + "</p></figure>\n"
    }

    private func label(_ value: Double, isExact: Bool = false) -> String {
        isPercentage ? number(100 * value) + " %" : number(value, decimals: isExact ? 3 : 2)
    }
}

/// With few decimals, and none where they are zeros.
func number(_ value: Double, decimals: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "–" }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
