import GraphOracle
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelSelection
import TegataTestSupport

/// Compares a network that contains planted channels before and after removing channels.
package struct PlantedComparison {
    /// The number of channels that are removed.
    package let droppedCount: Int
    /// The number of channels that must be removed: the rest fill whole vectors of the widest level.
    package let expectedCount: Int
    /// Levels on which removing channels changes a bit of an output.
    package private(set) var unequalLevels: [String] = []
    /// The largest difference from the naive evaluation, relative to the largest magnitude of an output.
    package private(set) var worstError: Float = 0

    package init(seed: UInt64) throws {
        let planted = PlantedNetwork(seed: seed)
        let model = try TFLiteModel(bytes: Bytes(planted.bytes()), file: "planted.tflite")
        let graph = try Graph(model, file: "planted.tflite")
        let cuts = ChannelCut.all(in: LoweredGraph(graph))
        droppedCount = cuts.reduce(0) { $0 + $1.count - $1.kept.count }
        let live = max(planted.channelCount - planted.deadCount, 1)
        expectedCount = planted.channelCount - min((live + 15) / 16 * 16, planted.channelCount)

        var random = SplitMix64(seed: seed)
        let inputs = graph.inputs.map { input in
            (0..<graph.values[input].type.shape.count).map { _ in random.float() }
        }
        let expected = planted.isPlain ? NetworkComparison.evaluate(graph, inputs) : nil
        for level in kernelLevels() where level.isSupported {
            var options = NetworkOptions(level: level.name, backend: .simd)
            options.usesByteWeights = !planted.sharesScales
            func outputs() throws -> [[Float]] {
                let network = try Network(model, file: "planted.tflite", options: options)
                return NetworkComparison.run(network, inputs, threadCount: 1, outputCount: graph.outputs.count)
            }
            let found = try outputs()
            options.disabledPasses = ["drop-channels"]
            let whole = try outputs()
            let isEqual = zip(found, whole).allSatisfy { one, other in
                one.elementsEqual(other) { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
            }
            if !isEqual { unequalLevels.append(level.name) }
            for (one, other) in zip(expected ?? [], found) {
                worstError = max(worstError, one.relativeError(of: other))
            }
        }
    }
}
