import TegataBuffers
import TegataFormats
import TegataInference

/// The networks that compute gestures from a hand's points: an embedder and one or two classifiers of its output.
/// Running the networks does not change them.
public struct GestureNetworks: Sendable {
    /// The network that computes the classifiers' input from a hand's points.
    public let embedder: Network
    /// The classifier of custom gestures; nil if the bundle contains none.
    public let custom: GestureClassifierNetwork?
    /// The classifier of the gestures that come with the task; nil if the bundle contains none.
    public let canned: GestureClassifierNetwork?

    /// Loads the gesture networks of a bundle such as `gesture_recognizer.task`, or of the
    /// `hand_gesture_recognizer.task` inside it; `file` names the bundle in errors.
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

    /// The number of values in the output of the published embedders.
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

/// A classifier of embeddings, with its classes as described by the metadata.
public struct GestureClassifierNetwork: Sendable {
    /// The network that computes scores from an embedding.
    public let network: Network
    /// The class names, in order; empty if the file has none.
    public let labels: [String]
    /// The score below which a class is ignored; nil if the file has none.
    public let scoreThreshold: Float?
    let file: NetworkFile

    init(_ file: NetworkFile, inputCount: Int, _ options: NetworkOptions) throws(HandNetworksError) {
        do { network = try Network(file.model, file: file.file, options: options) } catch { throw .network(error) }
        guard network.inputs.count == 1, network.inputs[0].count == inputCount, network.inputs[0].isFloat else {
            throw .inputs(file: network.file, found: network.inputs.map { $0.shape }, expected: [[1, inputCount]])
        }
        guard let output = network.outputs.first, output.count > 0, output.isFloat else {
            throw .outputs(file: network.file, found: network.outputs.map { $0.count }, expected: [1])
        }
        do { labels = try file.labels(ofOutput: 0) } catch { throw .format(error) }
        guard labels.isEmpty || labels.count == output.count else {
            throw .labelCount(file: network.file, labels: labels.count, classes: output.count)
        }
        scoreThreshold = file.scoreThreshold(ofOutput: 0)
        self.file = file
    }

    /// The number of classes.
    public var classCount: Int { network.outputs[0].count }

    /// Returns the class names in a language, in order; empty if the file does not include that language.
    public func displayNames(locale: String) throws(TegataError) -> [String] {
        do { return try file.labels(ofOutput: 0, locale: locale) } catch { throw TegataError(error) }
    }
}
