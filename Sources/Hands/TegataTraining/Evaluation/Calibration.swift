import TegataClassifiers

/// What is learnt from held-out examples: how sure to be, and from where on to say that an input is unknown.
package enum Calibration {
    /// What to divide logits by, so that probabilities are as often right as they say.
    ///
    /// One answer in a hundred is taken to be wrong however good those seen were: nobody knows more of a few examples.
    package static func temperature(logits: [[Float]], labels: [Int]) -> Float {
        guard !logits.isEmpty else { return 1 }
        func loss(_ exponent: Double) -> Double {
            Self.loss(logits: logits, labels: labels, temperature: Float(exponential(exponent)))
        }
        // The golden section: the loss has one minimum.
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

    /// The sum of the logarithms of the probabilities of what is true, negated.
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

    /// The probability that right answers reach but for `rejectedShare` of them, at most one half.
    ///
    /// What reads bundles has nothing else to reject by, and a classifier that is careful because it has seen little
    /// would name nothing at one half.
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

    /// How wrong probabilities are in the mean, over ten bins of confidence (the expected calibration error).
    package static func error(confidences: [Float], isRight: [Bool]) -> Double {
        var (sums, rights, counts) = (
            [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 10)
        )
        for (confidence, right) in zip(confidences, isRight) {
            // What is no number counts as no confidence.
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

    /// The value below which `share` of the values lie, between the two nearest of them.
    package static func quantile(_ values: [Float], _ share: Double) -> Float {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let place = max(0, min(1, share)) * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + Float(place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The middle of values, and how far the middle two thirds reach from it: neither cares for a few absurd ones.
    package static func scale(_ values: [Float]) -> NoveltyScale {
        let middle = quantile(values, 0.5)
        let spread = (quantile(values, 0.84) - quantile(values, 0.16)) / 2
        return NoveltyScale(mean: middle, spread: max(spread, 1e-3))
    }
}
