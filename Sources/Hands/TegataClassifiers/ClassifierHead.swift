/// What all classifiers share: labels, the network, and how its numbers become an answer.
package struct ClassifierHead: Sendable, Equatable {
    /// The labels, in the order of the probabilities.
    package var labels: [String]
    /// The label that stands for none of the others, if there is one.
    package var background: Int?
    /// From features to one logit per label and, if `hasUnknownOutput`, one more for what is none of them.
    package var network: ClassifierNetwork
    /// Whether the network has an output for what is none of the labels; it counts for background where there is such a
    /// label.
    package var hasUnknownOutput: Bool
    /// What is added to that output: training shows the unknown more often than life does.
    package var unknownBias: Float
    /// What logits are divided by, so that probabilities are as often right as they say.
    package var temperature: Float
    /// The probability below which an answer does not count.
    package var confidenceThreshold: Float
    /// How inputs unlike everything known are told; nil where nothing is.
    package var novelty: NoveltyModel?

    /// The most labels: what is counted for every pair of them is to stay small.
    package static let largestLabelCount = 4096

    /// Nil where the parts do not fit each other, or there are too many labels.
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

    /// Whether all weights and thresholds are numbers that a file can have.
    package var isFinite: Bool {
        guard temperature.isFinite, unknownBias.isFinite, confidenceThreshold.isFinite else { return false }
        let isNetworkFinite = network.layers.allSatisfy { $0.isFinite }
        guard isNetworkFinite, let novelty else { return isNetworkFinite }
        return novelty.whitening.allSatisfy { $0.isFinite } && novelty.prototypes.allSatisfy { $0.isFinite }
            && novelty.distanceScale.isFinite && novelty.marginScale.isFinite && novelty.threshold.isFinite
    }

    /// What to answer where there is no hand: background if there is such a label, and in any case nothing known.
    package var nothing: ClassifierPrediction {
        var probabilities = [Float](repeating: 1 / Float(labels.count), count: labels.count)
        if let background {
            for index in probabilities.indices { probabilities[index] = index == background ? 1 : 0 }
        }
        return ClassifierPrediction(
            probabilities: probabilities, best: background ?? 0, novelty: .greatestFiniteMagnitude, isKnown: false)
    }

    /// The answer for features.
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

    /// Whether an answer is for an input unlike everything that is known, however sure it is.
    package func isUnknown(_ prediction: ClassifierPrediction) -> Bool {
        isUnlike(prediction.novelty, best: prediction.best)
    }

    /// Background is whatever is unlike the rest.
    private func isUnlike(_ novelty: Float, best: Int) -> Bool {
        guard let model = self.novelty else { return false }
        return novelty > model.threshold && best != background
    }

    /// What the network says, and distance and margin, for those who calibrate.
    package func measure(_ features: UnsafePointer<Float>) -> (logits: [Float], distance: Float, margin: Float) {
        network.withOutput(features) { embedding, logits in
            let distance = novelty.map { self.distance(features, embedding, $0) } ?? 0
            return (Array(logits), distance, margin(logits, best: Self.best(joined(logits))))
        }
    }

    /// One logit per label, of the network's outputs: what is unknown counts for background, if there is such a label.
    package func joined(_ logits: some RandomAccessCollection<Float>) -> [Float] {
        var joined = logits.prefix(labels.count).map(boundedLogit)
        if let background, hasUnknownOutput, let unknown = logits.last {
            let (a, b) = (joined[background], boundedLogit(unknown + unknownBias))
            let (larger, smaller) = (max(a, b), min(a, b))
            joined[background] = larger + Float(logarithm(1 + exponential(Double(smaller - larger))))
        }
        return joined
    }

    /// The place of the largest logit, the first where several are.
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

    /// By how much the best logit is above all others together, the one for what is unknown included.
    private func margin(_ logits: UnsafeBufferPointer<Float>, best: Int) -> Float {
        var sum = 0.0
        for index in logits.indices where index != best {
            let bias = hasUnknownOutput && index == labels.count ? unknownBias : 0
            sum += exponential(Double(logits[index] + bias - logits[best]))
        }
        return Float(min(-logarithm(sum), 30))
    }
}

/// What a classifier says of an input.
package struct ClassifierPrediction: Sendable, Equatable {
    /// The probability of every label, in the order of the labels; they sum to 1.
    package var probabilities: [Float]
    /// The most probable label.
    package var best: Int
    /// How little the input resembles what is known; see ``NoveltyModel``.
    package var novelty: Float
    /// Whether the answer should count: neither is the input unlike everything known, nor the answer too unsure.
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

/// Tells a gesture from MediaPipe's 128 numbers for a hand: the one kind of classifier that its bundles can hold.
package struct EmbeddingHead: Sendable, Equatable {
    /// How many numbers MediaPipe's gesture embedder gives.
    package static let embeddingCount = 128

    /// Labels and network; the network is made of affine layers with ReLU behind them, and dense ones.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// Nil where the network does not take 128 numbers or has other layers.
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

    /// The answer for an embedding; nil where it has not 128 numbers.
    package func predict(_ embedding: [Float]) -> ClassifierPrediction? {
        guard embedding.count == Self.embeddingCount else { return nil }
        return embedding.withUnsafeBufferPointer { $0.baseAddress.map { head.predict($0) } }
    }
}
