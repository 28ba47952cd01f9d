/// The part that all classifiers share: labels, the network, and the parameters that turn its outputs into a
/// prediction.
package struct ClassifierHead: Sendable, Equatable {
    /// The labels, in the order of the probabilities.
    package var labels: [String]
    /// The index of the label that stands for none of the others; nil if there is none.
    package var background: Int?
    /// The network, which maps features to one logit per label and, if `hasUnknownOutput` is true, one more for inputs
    /// that match no label.
    package var network: ClassifierNetwork
    /// Whether the network has an output for inputs that match no label. If there is a background label, this output
    /// belongs to it.
    package var hasUnknownOutput: Bool
    /// The bias added to the unknown output, because unknown hands are more common in training than in practice.
    package var unknownBias: Float
    /// The number that logits are divided by to calibrate the probabilities.
    package var temperature: Float
    /// The probability below which a prediction is rejected.
    package var confidenceThreshold: Float
    /// The model that detects inputs unlike all known ones; nil if there is none.
    package var novelty: NoveltyModel?

    /// The maximum number of labels, which keeps tables of all pairs of labels small.
    package static let largestLabelCount = 4096

    /// Creates a head; nil if the parts do not fit together or there are too many labels.
    package init?(
        labels: [String], background: Int? = nil, network: ClassifierNetwork, hasUnknownOutput: Bool = false,
        unknownBias: Float = 0, temperature: Float = 1, confidenceThreshold: Float = 0, novelty: NoveltyModel? = nil
    ) {
        guard !labels.isEmpty, labels.count <= Self.largestLabelCount,
            network.outputCount == labels.count + (hasUnknownOutput ? 1 : 0),
            temperature.isFinite, temperature > 0, confidenceThreshold.isFinite, unknownBias.isFinite
        else { return nil }
        if let background, !labels.indices.contains(background) { return nil }
        if let novelty {
            let count = novelty.space == .features ? network.input.count : network.embeddingCount
            guard novelty.isConsistent(featureCount: count) else { return nil }
        }
        self.labels = labels
        self.background = background
        self.network = network
        self.hasUnknownOutput = hasUnknownOutput
        self.unknownBias = unknownBias
        self.temperature = temperature
        self.confidenceThreshold = confidenceThreshold
        self.novelty = novelty
    }

    /// Whether all weights and thresholds are finite, as files require.
    package var isFinite: Bool {
        guard temperature.isFinite, unknownBias.isFinite, confidenceThreshold.isFinite else { return false }
        let isNetworkFinite = network.layers.allSatisfy { $0.isFinite }
        guard isNetworkFinite, let novelty else { return isNetworkFinite }
        return novelty.whitening.allSatisfy { $0.isFinite } && novelty.prototypes.allSatisfy { $0.isFinite }
            && novelty.distanceScale.isFinite && novelty.marginScale.isFinite && novelty.threshold.isFinite
    }

    /// The prediction if there is no hand: background if there is such a label, and unknown in any case.
    package var nothing: ClassifierPrediction {
        var probabilities = [Float](repeating: 1 / Float(labels.count), count: labels.count)
        if let background {
            for index in probabilities.indices { probabilities[index] = index == background ? 1 : 0 }
        }
        return ClassifierPrediction(
            probabilities: probabilities, best: background ?? 0, novelty: .greatestFiniteMagnitude, isKnown: false)
    }

    /// Returns the prediction for a set of features.
    package func predict(_ features: UnsafePointer<Float>) -> ClassifierPrediction {
        network.withOutput(features) { embedding, logits in
            let joined = joined(logits)
            let probabilities = softmax(joined, temperature: temperature)
            let best = Self.best(joined)
            var novelty: Float = 0
            var isKnown = probabilities[best] >= confidenceThreshold
            if let model = self.novelty {
                novelty = model.novelty(
                    distance: distance(features, embedding, model), margin: margin(logits, best: best))
                if isUnlike(novelty, best: best) { isKnown = false }
            }
            return ClassifierPrediction(probabilities: probabilities, best: best, novelty: novelty, isKnown: isKnown)
        }
    }

    /// Returns whether a prediction is for an input unlike any known one, regardless of its confidence.
    package func isUnknown(_ prediction: ClassifierPrediction) -> Bool {
        isUnlike(prediction.novelty, best: prediction.best)
    }

    /// Background never counts as unlike the known inputs, because it covers everything else.
    private func isUnlike(_ novelty: Float, best: Int) -> Bool {
        guard let model = self.novelty else { return false }
        return novelty > model.threshold && best != background
    }

    /// Returns the network's logits, the distance and the margin, for calibration.
    package func measure(_ features: UnsafePointer<Float>) -> (logits: [Float], distance: Float, margin: Float) {
        network.withOutput(features) { embedding, logits in
            let distance = novelty.map { self.distance(features, embedding, $0) } ?? 0
            return (Array(logits), distance, margin(logits, best: Self.best(joined(logits))))
        }
    }

    /// Returns one logit per label from the network's outputs; the unknown output is merged into the background if
    /// there is such a label.
    package func joined(_ logits: some RandomAccessCollection<Float>) -> [Float] {
        var joined = logits.prefix(labels.count).map(boundedLogit)
        if let background, hasUnknownOutput, let unknown = logits.last {
            let (a, b) = (joined[background], boundedLogit(unknown + unknownBias))
            let (larger, smaller) = (max(a, b), min(a, b))
            joined[background] = larger + Float(logarithm(1 + exponential(Double(smaller - larger))))
        }
        return joined
    }

    /// Returns the index of the largest logit; the first one if several are equal.
    package static func best(_ logits: [Float]) -> Int {
        var best = 0
        for index in logits.indices where logits[index] > logits[best] { best = index }
        return best
    }

    private func distance(
        _ features: UnsafePointer<Float>, _ embedding: UnsafeBufferPointer<Float>, _ model: NoveltyModel
    ) -> Float {
        guard model.space == .embedding else { return model.distance(features) }
        return embedding.baseAddress.map { model.distance($0) } ?? 0
    }

    /// Returns the margin of the best logit over all others combined, including the unknown output.
    private func margin(_ logits: UnsafeBufferPointer<Float>, best: Int) -> Float {
        var sum = 0.0
        for index in logits.indices where index != best {
            let bias = hasUnknownOutput && index == labels.count ? unknownBias : 0
            sum += exponential(Double(logits[index] + bias - logits[best]))
        }
        return Float(min(-logarithm(sum), 30))
    }
}

/// A classifier's prediction for an input.
package struct ClassifierPrediction: Sendable, Equatable {
    /// The probability of each label, in the order of the labels; they sum to 1.
    package var probabilities: [Float]
    /// The index of the most probable label.
    package var best: Int
    /// The dissimilarity of the input to known ones; see ``NoveltyModel``.
    package var novelty: Float
    /// Whether the prediction is accepted: the input resembles known ones, and the confidence is high enough.
    package var isKnown: Bool

    package init(probabilities: [Float], best: Int, novelty: Float, isKnown: Bool) {
        self.probabilities = probabilities
        self.best = best
        self.novelty = novelty
        self.isKnown = isKnown
    }

    /// The probability of the most probable label.
    package var confidence: Float { probabilities[best] }
}

/// Recognises a gesture from MediaPipe's 128 numbers for a hand, the only kind of classifier that MediaPipe's bundles
/// can contain.
package struct EmbeddingHead: Sendable, Equatable {
    /// The number of values from MediaPipe's gesture embedder.
    package static let embeddingCount = 128

    /// The labels and the network, which consists of dense layers and affine layers that are each followed by ReLU.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// Creates a head; nil if the network does not take 128 numbers or contains other layers.
    package init?(head: ClassifierHead, card: ModelCard) {
        guard head.network.input == LayerShape(frames: 1, channels: Self.embeddingCount), !head.hasUnknownOutput else {
            return nil
        }
        for layer in head.network.layers {
            switch layer {
            case .affine, .dense, .relu: continue
            default: return nil
            }
        }
        self.head = head
        self.card = card
    }

    /// Returns the prediction for an embedding; nil if it does not have 128 numbers.
    package func predict(_ embedding: [Float]) -> ClassifierPrediction? {
        guard embedding.count == Self.embeddingCount else { return nil }
        return embedding.withUnsafeBufferPointer { $0.baseAddress.map { head.predict($0) } }
    }
}
