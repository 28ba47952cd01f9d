import TegataClassifiers

/// Softmax cross-entropy.
package struct ClassificationLoss: Sendable, Equatable {
    /// The share of the truth that is spread over all outputs.
    package var smoothing: Float
    /// How much examples of an output count; empty where all count alike.
    package var weights: [Float]

    package init(smoothing: Float = 0, weights: [Float] = []) {
        self.smoothing = smoothing
        self.weights = weights
    }

    /// The loss of one example, times its weight; `gradient` becomes that by the logits, divided by `batch`.
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
