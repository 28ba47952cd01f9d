import TegataBuffers
import TegataClassifiers
import TegataFormats

/// Writes gesture bundles that MediaPipe can load: the networks of a given bundle and a classifier of custom gestures.
///
/// The same classifier and bundle always produce the same bytes.
package enum GestureBundleWriter {
    /// The member with Tegata's classifier file, which contains more than a network can. MediaPipe ignores it.
    package static let classifierMember = "tegata_classifier"
    /// The background's name in bundles. Only with this name does MediaPipe go on to the canned gestures.
    package static let backgroundLabel = "None"
    /// The score below which a result is rejected, if training determined no other.
    package static let usualScoreThreshold: Float = 0.5

    /// Throws if a bundle cannot contain the labels. Callers check this before training, because training takes long.
    package static func check(labels: [String], background: Int?) throws(GestureBundleError) {
        for (index, label) in labels.enumerated() {
            guard !label.isEmpty, label.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw .label(label)
            }
            if let background, index != background, label.utf8.elementsEqual(backgroundLabel.utf8) {
                throw .labelTwice(label)
            }
        }
    }

    /// Returns the bundle's bytes.
    ///
    /// - `head` becomes the custom gesture network, with its temperature and score threshold.
    /// - `classifier` is the content of the member that only Tegata reads; nil for the head itself.
    /// - `base` is a gesture bundle whose networks for hands, embedding and canned gestures are copied; `file` names it
    ///   in errors.
    package static func write(
        head: EmbeddingHead, classifier: ClassifierFile? = nil, base: Bytes, file: String
    ) throws(GestureBundleError) -> [UInt8] {
        let network = try GestureHeadNetwork.bytes(head)
        let embedder: NetworkFile
        var (landmarker, recognizer, outer) = (ZipWriter(), ZipWriter(), ZipWriter())
        do throws(ModelFormatError) {
            let bundle = try TaskBundle(bytes: base, file: file)
            embedder = try bundle.network(.gestureEmbedder)
            for role in [TaskBundle.Role.palmDetector, .handLandmarks] {
                try landmarker.append(role.memberName, bundle.network(role).model.bytes)
            }
            for role in [TaskBundle.Role.gestureEmbedder, .cannedGestureClassifier] {
                try recognizer.append(role.memberName, bundle.network(role).model.bytes)
            }
            try recognizer.append(TaskBundle.Role.customGestureClassifier.memberName, Bytes(network))
            try outer.append(TaskBundle.handLandmarkerName, Bytes(landmarker.finish()))
            try outer.append(TaskBundle.gestureClassificationName, Bytes(recognizer.finish()))
            try outer.append(classifierMember, Bytes((classifier ?? .embedding(head)).bytes))
        } catch { throw .bundle(error) }
        let count = embeddingCount(embedder.model)
        guard count == EmbeddingHead.embeddingCount else { throw .embedding(file: embedder.file, count: count) }
        return outer.finish()
    }

    /// Returns the number of an embedder's outputs.
    private static func embeddingCount(_ model: TFLiteModel) -> Int {
        guard let subgraph = model.subgraphs.first, let output = subgraph.outputs.first else { return 0 }
        return subgraph.tensors[output].shape.last ?? 0
    }
}
