import TegataClassifiers

/// Classifiers that always give the same answer, with a confidence above 95 %.
package enum ClassifierSamples {
    /// Returns a pose classifier.
    package static func pose(
        _ labels: [String], answer: Int, background: Int? = nil, threshold: Float = 0
    ) -> PoseClassifier {
        let features = PoseFeatures()
        let input = LayerShape(frames: 1, channels: features.count)
        let head = head(
            labels, answer, background, threshold, input: input, layers: [], channels: features.count)
        return PoseClassifier(features: features, head: head, card: card)!
    }

    /// Returns an action classifier with windows of `windowSize` frames, at 30 frames per second.
    package static func action(
        _ labels: [String], answer: Int, background: Int? = nil, windowSize: Int = 6
    ) -> ActionClassifier {
        let input = LayerShape(frames: windowSize, channels: ActionFeatures.frameCount)
        let head = head(
            labels, answer, background, 0, input: input, layers: [.meanAndMaximum],
            channels: 2 * ActionFeatures.frameCount)
        return ActionClassifier(
            features: ActionFeatures(windowSize: windowSize), frameRate: 30, head: head, card: card)!
    }

    /// Returns a gesture classifier for MediaPipe's embedding.
    package static func embedding(_ labels: [String], answer: Int, background: Int? = nil) -> EmbeddingHead {
        let count = EmbeddingHead.embeddingCount
        let input = LayerShape(frames: 1, channels: count)
        return EmbeddingHead(
            head: head(labels, answer, background, 0, input: input, layers: [], channels: count), card: card)!
    }

    private static func head(
        _ labels: [String], _ answer: Int, _ background: Int?, _ threshold: Float, input: LayerShape,
        layers: [ClassifierLayer], channels: Int
    ) -> ClassifierHead {
        let weights = [Float](repeating: 0, count: channels * labels.count)
        let bias = labels.indices.map { Float($0 == answer ? 6 : 0) }
        let network = ClassifierNetwork(input: input, layers: layers + [.dense(weights: weights, bias: bias)])!
        return ClassifierHead(
            labels: labels, background: background, network: network, confidenceThreshold: threshold)!
    }

    private static var card: ModelCard {
        var card = ModelCard()
        card.dataHash = String(repeating: "0a", count: 32)
        card.exampleCounts = [12, 1200]
        card.seed = .max
        card.iterations = 80
        card.metrics = [ModelCardMetric(name: "heldOutAccuracy", value: 0.875)]
        card.version = "1.2.3"
        card.metadata = [ModelCardEntry(key: "license", value: "none\nat all")]
        return card
    }
}
