/// Mean and spread of a number.
package struct NoveltyScale: Sendable, Equatable {
    package var mean: Float
    package var spread: Float

    package init(mean: Float = 0, spread: Float = 1) {
        self.mean = mean
        self.spread = spread
    }

    /// Whether both are numbers that a file can have.
    var isFinite: Bool { mean.isFinite && spread.isFinite }

    /// How many spreads the value is from the mean.
    package func standardized(_ value: Float) -> Float { (value - mean) / max(spread, 1e-6) }
}
