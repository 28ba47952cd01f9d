import TegataBuffers
import TegataFormats
import TegataInference

/// The networks that make gestures of a hand's points: an embedder, and one or two classifiers of what it answers. They
/// are not changed by running.
public struct GestureNetworks: Sendable {
    /// Makes of a hand's points what the classifiers take.
    public let embedder: Network
    /// For own gestures.
    public let custom: GestureClassifierNetwork?
    /// For the gestures that come with the task.
    public let canned: GestureClassifierNetwork?

    /// Loads the gesture networks of a bundle such as `gesture_recognizer.task` or the `hand_gesture_recognizer.task`
    /// inside it; `file` names it in errors.
    public init(bundle bytes: Bytes, file: String, options: NetworkOptions = NetworkOptions()) throws(TegataError) {
        let bundle: TaskBundle
        do { bundle = try TaskBundle(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do { try self.init(bundle, options: options) } catch { throw TegataError(error) }
    }

    package init(_ bundle: TaskBundle, options: NetworkOptions = NetworkOptions()) throws(HandNetworksError) {
        guard bundle.has(.gestureEmbedder), bundle.has(.customGestureClassifier) || bundle.has(.cannedGestureClassifier)
        else {
            throw .gesturesMissing(file: bundle.file)
        }
        let embedderFile: NetworkFile
        do { embedderFile = try bundle.network(.gestureEmbedder) } catch { throw .format(error) }
        do { embedder = try Network(embedderFile.model, file: embedderFile.file, options: options) } catch {
            throw .network(error)
        }
        try embedder.checkInputs([[1, HandPoints.count, 3], [1, 1], [1, HandPoints.count, 3]])
        guard let output = embedder.outputs.first, output.count > 0, output.isFloat else {
            throw .outputs(
                file: embedder.file, found: embedder.outputs.map { $0.count }, expected: [Self.usualEmbeddingCount])
        }
        custom = try Self.classifier(.customGestureClassifier, in: bundle, inputCount: output.count, options)
        canned = try Self.classifier(.cannedGestureClassifier, in: bundle, inputCount: output.count, options)
    }

    /// How many values the published embedders have.
    private static let usualEmbeddingCount = 128

    private static func classifier(
        _ role: TaskBundle.Role, in bundle: TaskBundle, inputCount: Int, _ options: NetworkOptions
    ) throws(HandNetworksError) -> GestureClassifierNetwork? {
        guard bundle.has(role) else { return nil }
        let file: NetworkFile
        do { file = try bundle.network(role) } catch { throw .format(error) }
        return try GestureClassifierNetwork(file, inputCount: inputCount, options)
    }
}
