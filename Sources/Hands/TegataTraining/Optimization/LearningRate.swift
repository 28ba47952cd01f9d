import TegataClassifiers

/// How large a training's steps are: they grow over the first part of it and then shrink along a cosine.
package struct LearningRate: Sendable, Equatable {
    /// The largest rate.
    package var peak: Float
    /// How many steps the training has.
    package var steps: Int
    /// The share of the steps over which the rate grows.
    package var warmup: Float

    package init(peak: Float, steps: Int, warmup: Float = 0.05) {
        self.peak = peak
        self.steps = steps
        self.warmup = warmup
    }

    /// The rate of a step, counted from 0.
    package func rate(_ step: Int) -> Float {
        let rising = max(Int(warmup * Float(steps)), 1)
        if step < rising { return peak * Float(step + 1) / Float(rising) }
        let part = Double(step - rising) / Double(max(steps - rising, 1))
        return peak * Float(0.02 + 0.98 * 0.5 * (1 + sineAndCosine(min(part, 1) * Double.pi).cosine))
    }
}
