import TegataSystem

/// The speeds of steps below the roof, as SVG with logarithmic axes.
struct RooflinePlot {
    let roof: Roof
    let steps: [ProfiledStep]

    private static let (width, height, left, bottom) = (460.0, 260.0, 44.0, 34.0)

    var html: String {
        let drawn = steps.filter { $0.gigaflops > 0 }
        let ridge = roof.gigaflops / roof.gigabytesPerSecond
        let intensities = drawn.map(\.intensity) + [ridge]
        let x = Axis(around: intensities, from: Self.left, to: Self.width - 8)
        let y = Axis(around: drawn.map(\.gigaflops) + [roof.gigaflops], from: Self.height - Self.bottom, to: 8)
        // The roof starts where its slope enters the plot.
        let start = max(x.low, y.low / roof.gigabytesPerSecond)
        let total = max(steps.reduce(0) { $0 + $1.time }, .leastNormalMagnitude)
        return """
            <figure><figcaption>Steps with multiply-adds on one thread; the area is the share of time</figcaption>
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="Roofline">
            \(y.marks.map { mark(y: y.place(of: $0), $0) }.joined())
            \(x.marks.map { mark(x: x.place(of: $0), $0) }.joined())
            <text x="\(Self.left)" y="\(Int(Self.height) - 6)">operations for each byte</text>
            <text x="\(Self.left + 4)" y="18">GFLOP/s</text>
            <path class="roof" d="M\(number(x.place(of: start))) \
            \(number(y.place(of: min(start * roof.gigabytesPerSecond, roof.gigaflops))))\
            L\(number(x.place(of: max(start, ridge)))) \(number(y.place(of: roof.gigaflops)))H\(Int(Self.width) - 8)"/>
            \(drawn.map { circle($0, x, y, share: $0.time / total) }.joined(separator: "\n"))
            </svg></figure>
            """
    }

    private func mark(y: Double, _ value: Double) -> String {
        """
        <path class="grid" d="M\(Self.left) \(number(y))H\(Self.width - 8)"/>\
        <text x="\(Self.left - 6)" y="\(number(y + 4))" class="end">\(number(value, decimals: 2))</text>
        """
    }

    private func mark(x: Double, _ value: Double) -> String {
        """
        <path class="grid" d="M\(number(x)) 8V\(Self.height - Self.bottom)"/>\
        <text x="\(number(x + 4))" y="\(Self.height - Self.bottom + 14)" class="end">\
        \(number(value, decimals: 2))</text>
        """
    }

    private func circle(_ step: ProfiledStep, _ x: Axis, _ y: Axis, share: Double) -> String {
        let radius = max(2, 30 * share.squareRoot())
        return """
            <circle class="\(roof.bound(of: step).bound.rawValue)" cx="\(number(x.place(of: step.intensity)))" \
            cy="\(number(y.place(of: step.gigaflops)))" r="\(number(radius))">\
            <title>\(PageText.escaped(step.name)), \(number(step.gigaflops)) GFLOP/s</title></circle>
            """
    }

    /// A logarithmic axis around some values.
    private struct Axis {
        let low: Double
        let high: Double
        private let (from, to): (Double, Double)

        init(around values: [Double], from: Double, to: Double) {
            low = (values.min() ?? 1) / 1.5
            high = (values.max() ?? 1) * 1.5
            (self.from, self.to) = (from, to)
        }

        func place(of value: Double) -> Double { from + log2(value / low) / log2(high / low) * (to - from) }

        /// The powers of four on the axis.
        var marks: [Double] { (-8...12).map { exp2(2 * Double($0)) }.filter { $0 >= low && $0 <= high } }
    }
}
