import TegataClassifiers

/// The Adam optimiser with decoupled weight decay (AdamW).
package struct Adam: Sendable, Equatable {
    /// The shrinkage of weights per step, relative to the learning rate.
    package var decay: Float
    package var means: [Float]
    package var squares: [Float]
    /// The number of steps so far.
    package var steps = 0

    private static let first: Float = 0.9
    private static let second: Float = 0.999

    package init(count: Int, decay: Float) {
        self.decay = decay
        means = [Float](repeating: 0, count: count)
        squares = [Float](repeating: 0, count: count)
    }

    /// Moves the parameters against their gradients; `decays` says whether each parameter shrinks.
    package mutating func step(_ parameters: inout [Float], gradients: [Float], decays: [Bool], rate: Float) {
        steps += 1
        let meanScale = Float(1 / (1 - exponential(Double(steps) * logarithm(Double(Self.first)))))
        let squareScale = Float(1 / (1 - exponential(Double(steps) * logarithm(Double(Self.second)))))
        let count = parameters.count
        precondition(gradients.count == count && decays.count == count && means.count == count)
        parameters.withUnsafeMutableBufferPointer { parameters in
            means.withUnsafeMutableBufferPointer { means in
                squares.withUnsafeMutableBufferPointer { squares in
                    gradients.withUnsafeBufferPointer { gradients in
                        for index in 0..<count {
                            let gradient = gradients[index]
                            let mean = Self.first * means[index] + (1 - Self.first) * gradient
                            let square = Self.second * squares[index] + (1 - Self.second) * gradient * gradient
                            means[index] = mean
                            squares[index] = square
                            var move = mean * meanScale / ((square * squareScale).squareRoot() + 1e-8)
                            if decays[index] { move += decay * parameters[index] }
                            parameters[index] -= rate * move
                        }
                    }
                }
            }
        }
    }
}

/// The learning rate schedule: rates grow over the first part of training and then decrease along a cosine.
package struct LearningRate: Sendable, Equatable {
    /// The largest rate.
    package var peak: Float
    /// The number of training steps.
    package var steps: Int
    /// The fraction of the steps over which the rate grows.
    package var warmup: Float

    package init(peak: Float, steps: Int, warmup: Float = 0.05) {
        self.peak = peak
        self.steps = steps
        self.warmup = warmup
    }

    /// Returns the rate for a step, counted from 0.
    package func rate(_ step: Int) -> Float {
        let rising = max(Int(warmup * Float(steps)), 1)
        if step < rising { return peak * Float(step + 1) / Float(rising) }
        let part = Double(step - rising) / Double(max(steps - rising, 1))
        return peak * Float(0.02 + 0.98 * 0.5 * (1 + sineAndCosine(min(part, 1) * Double.pi).cosine))
    }
}

/// The softmax cross-entropy.
package struct ClassificationLoss: Sendable, Equatable {
    /// The fraction of the target probability that is spread over all outputs.
    package var smoothing: Float
    /// The weight of each output's examples; empty if all weights are equal.
    package var weights: [Float]

    package init(smoothing: Float = 0, weights: [Float] = []) {
        self.smoothing = smoothing
        self.weights = weights
    }

    /// Returns the loss of one example, times its weight, and writes its derivatives with respect to the logits,
    /// divided by `batch`, to `gradient`.
    package func evaluate(
        _ logits: UnsafeMutableBufferPointer<Float>, target: Int, batch: Float, gradient: UnsafeMutablePointer<Float>
    ) -> Double {
        let probabilities = softmax(logits)
        let weight = weights.isEmpty ? 1 : weights[target]
        let rest = smoothing / Float(logits.count)
        var loss = 0.0
        for index in logits.indices {
            let truth = rest + (index == target ? 1 - smoothing : 0)
            gradient[index] = (probabilities[index] - truth) * weight / batch
            if truth > 0 { loss -= Double(truth) * logarithm(max(Double(probabilities[index]), 1e-30)) }
        }
        return loss * Double(weight)
    }
}
