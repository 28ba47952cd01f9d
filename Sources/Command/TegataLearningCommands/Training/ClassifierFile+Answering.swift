import TegataClassifiers
import TegataGestureBundles

extension ClassifierFile {
    /// The classifier as it answers where it is used: what reads a bundle rejects by the score alone.
    var answering: ClassifierFile {
        guard case .embedding(let embedding) = self else { return self }
        var head = embedding.head
        head.novelty = nil
        if head.confidenceThreshold <= 0 { head.confidenceThreshold = GestureBundleWriter.usualScoreThreshold }
        return EmbeddingHead(head: head, card: embedding.card).map { .embedding($0) } ?? self
    }
}
