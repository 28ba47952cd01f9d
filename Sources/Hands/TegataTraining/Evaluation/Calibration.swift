import TegataClassifiers

/// The calibration of confidences and thresholds on held-out examples.
package enum Calibration {
    /// Returns the temperature by which logits are divided to calibrate probabilities.
    ///
    /// One prediction in a hundred is assumed to be wrong, even if all examples are right, because a small number of
    /// examples proves no more than that.
    package static func temperature(logits: [[Float]], labels: [Int]) -> Float {
        guard !logits.isEmpty else { return 1 }
        func loss(_ exponent: Double) -> Double {
            Self.loss(logits: logits, labels: labels, temperature: Float(exponential(exponent)))
        }
        // Use golden-section search, because the loss has a single minimum.
        var (low, high) = (logarithm(0.25), logarithm(8))
        let part = 0.6180339887498949
        var (left, right) = (high - part * (high - low), low + part * (high - low))
        var (leftLoss, rightLoss) = (loss(left), loss(right))
        for _ in 0..<30 {
            if leftLoss < rightLoss {
                (high, right, rightLoss) = (right, left, leftLoss)
                left = high - part * (high - low)
                leftLoss = loss(left)
            } else {
                (low, left, leftLoss) = (left, right, rightLoss)
                right = low + part * (high - low)
                rightLoss = loss(right)
            }
        }
        return Float(exponential((low + high) / 2))
    }

    /// Returns the cross-entropy: the negative sum of the logarithms of the true labels' probabilities.
    package static func loss(logits: [[Float]], labels: [Int], temperature: Float) -> Double {
        var sum = 0.0
        for (logits, label) in zip(logits, labels) {
            let probabilities = softmax(logits, temperature: temperature)
            for index in probabilities.indices {
                let truth = (index == label ? 0.99 : 0) + 0.01 / Double(probabilities.count)
                sum -= truth * logarithm(max(Double(probabilities[index]), 1e-30))
            }
        }
        return sum
    }

    /// Returns the probability reached by all correct predictions except for `rejectedShare` of them, at most one half.
    ///
    /// Readers of bundles can reject results only by this threshold. A classifier with few examples is so cautious that
    /// it would recognise nothing with a threshold of one half.
    package static func confidenceThreshold(
        _ head: ClassifierHead, _ known: [HeldOutExample], rejectedShare: Double
    ) -> Float {
        let confidences = known.compactMap { example -> Float? in
            let logits = head.joined(example.logits)
            guard ClassifierHead.best(logits) == example.label else { return nil }
            return softmax(logits, temperature: head.temperature)[example.label]
        }
        return confidences.isEmpty ? 0.5 : min(0.5, quantile(confidences, rejectedShare))
    }

    /// Returns the expected calibration error: the mean error of the probabilities, over ten bins of confidence.
    package static func error(confidences: [Float], isRight: [Bool]) -> Double {
        var (sums, rights, counts) = (
            [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 10)
        )
        for (confidence, right) in zip(confidences, isRight) {
            // Treat NaN as a confidence of 0.
            let confidence = confidence > 0 ? min(confidence, 1) : 0
            let bin = min(9, Int(confidence * 10))
            sums[bin] += Double(confidence)
            rights[bin] += right ? 1 : 0
            counts[bin] += 1
        }
        let total = max(Double(confidences.count), 1)
        var error = 0.0
        for bin in 0..<10 { error += Swift.abs(sums[bin] - rights[bin]) / total }
        return error
    }

    /// Returns the value below which `share` of the values lie, interpolated between the two nearest values.
    package static func quantile(_ values: [Float], _ share: Double) -> Float {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let place = max(0, min(1, share)) * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + Float(place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// Returns the median of values, and how far the middle two thirds extend from it; a few outliers affect neither.
    package static func scale(_ values: [Float]) -> NoveltyScale {
        let middle = quantile(values, 0.5)
        let spread = (quantile(values, 0.84) - quantile(values, 0.16)) / 2
        return NoveltyScale(mean: middle, spread: max(spread, 1e-3))
    }
}
