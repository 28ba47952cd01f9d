import TegataBuffers
import TegataFormats
import TegataInference

/// A classifier of embeddings, with what its metadata says about its classes.
public struct GestureClassifierNetwork: Sendable {
    /// Makes scores of an embedding.
    public let network: Network
    /// The names of the classes in order; empty where the file has none.
    public let labels: [String]
    /// The score below which a class does not count; nil where the file does not say.
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

    /// How many classes there are.
    public var classCount: Int { network.outputs[0].count }

    /// The names of the classes in a language, in order; empty where the file does not have it.
    public func displayNames(locale: String) throws(TegataError) -> [String] {
        do { return try file.labels(ofOutput: 0, locale: locale) } catch { throw TegataError(error) }
    }
}
