/// The expected values of an output.
package struct ExpectedOutput: Sendable {
    /// The position of the output in the network.
    package let index: Int
    /// Every `step`-th element.
    package let values: [Float]
    package let step: Int

    package init(index: Int, values: [Float], step: Int = 1) {
        self.index = index
        self.values = values
        self.step = step
    }

    /// The largest magnitude, but at least 2⁻⁹⁰. Smaller values can come from numbers below 2⁻¹²⁶, which count as zero
    /// while networks run, and from sums of a million of them.
    package var magnitude: Float {
        values.reduce(0x1p-90) { $1.isFinite ? max($0, abs($1)) : $0 }
    }

    /// Returns the largest difference between the results, relative to the largest expected magnitude. If only one of
    /// two values is NaN, the difference is infinite.
    package func relativeError(of results: [Float]) -> Float {
        guard (results.count + step - 1) / step == values.count else { return .infinity }
        var difference: Float = 0
        for (place, expected) in values.enumerated() {
            let result = results[place * step]
            if expected.isNaN != result.isNaN { return .infinity }
            if expected.isNaN || expected == result { continue }
            difference = max(difference, abs(result - expected))
        }
        return difference == 0 ? 0 : difference / magnitude
    }
}
