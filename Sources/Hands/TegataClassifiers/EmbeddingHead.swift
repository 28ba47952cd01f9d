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
