/// Tells the pose of one hand in one picture.
package struct PoseClassifier: Sendable, Equatable {
    /// What the network sees of a hand.
    package let features: PoseFeatures
    /// Labels, network and thresholds.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// Nil where the network does not take such features.
    package init?(features: PoseFeatures, head: ClassifierHead, card: ModelCard) {
        guard head.network.input == LayerShape(frames: 1, channels: features.count) else { return nil }
        self.features = features
        self.head = head
        self.card = card
    }

    /// The answer for a hand; ``ClassifierHead/nothing`` where there is none.
    package func predict(_ hand: HandKeyPoints) -> ClassifierPrediction {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: features.count) { memory in
            guard let base = memory.baseAddress else { return head.nothing }
            base.initialize(repeating: 0, count: features.count)
            guard features.write(hand, to: base) else { return head.nothing }
            return head.predict(base)
        }
    }
}
