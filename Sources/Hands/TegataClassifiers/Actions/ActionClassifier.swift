/// Tells what one hand does in a window of frames.
package struct ActionClassifier: Sendable, Equatable {
    /// What the network sees of a window, and how long that is.
    package let features: ActionFeatures
    /// How many frames a second the network was trained with.
    package let frameRate: Double
    /// Labels, network and thresholds.
    package let head: ClassifierHead
    /// Where the classifier comes from.
    package var card: ModelCard

    /// The most frames a second: cameras have fewer, and more would only make sequences longer.
    package static let largestFrameRate = 1000.0
    /// How many frames at the classifier's rate one of a slower video may stand for: one a second is still filled up to
    /// 60. Where they are further apart, they show no movement.
    package static let longestStretch = 64

    /// Nil where the network does not take such windows, or the rate is not possible.
    package init?(features: ActionFeatures, frameRate: Double, head: ClassifierHead, card: ModelCard) {
        guard features.windowSize > 0, frameRate > 0, frameRate <= Self.largestFrameRate,
            head.network.input == LayerShape(frames: features.windowSize, channels: ActionFeatures.frameCount)
        else { return nil }
        self.features = features
        self.frameRate = frameRate
        self.head = head
        self.card = card
    }

    /// The answer for a window of as many frames as the classifier wants; ``ClassifierHead/nothing`` where no frame has
    /// a hand or there are more or fewer frames.
    package func predict(_ frames: some RandomAccessCollection<HandKeyPoints>) -> ClassifierPrediction {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: features.count) { memory in
            guard let base = memory.baseAddress else { return head.nothing }
            base.initialize(repeating: 0, count: features.count)
            guard features.write(frames, to: base) else { return head.nothing }
            return head.predict(base)
        }
    }
}
