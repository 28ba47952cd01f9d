import NetworkGrammar
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

/// Channels that change nothing, against the same networks with all their channels.
struct DropChannelsTests {
    private static let levels = kernelLevels().filter(\.isSupported).map(\.name)

    @Test(arguments: levels) func resultsStayTheSameBits(_ level: String) throws {
        for seed in 1...120 as ClosedRange<UInt64> {
            let planted = PlantedNetwork(seed: seed)
            #expect(try differences(planted, seed: seed, level: level) == [], "seed \(seed)")
        }
    }

    @Test func deadChannelsAreFoundAndNoOthers() throws {
        var dropped = 0
        for seed in 1...400 as ClosedRange<UInt64> {
            let planted = PlantedNetwork(seed: seed)
            let cuts = ChannelCut.all(in: LoweredGraph(try Graph(model(planted), file: "planted.tflite")))
            let live = max(planted.channelCount - planted.deadCount, 1)
            let kept = min((live + 15) / 16 * 16, planted.channelCount)
            #expect(cuts.count == (kept < planted.channelCount ? 1 : 0), "seed \(seed)")
            #expect(cuts.allSatisfy { $0.kept.count == kept && $0.count == planted.channelCount }, "seed \(seed)")
            dropped += planted.channelCount - kept
        }
        #expect(dropped > 1_000)
    }

    /// Channels of three convolutions in a row, of which the one in the middle both reads and writes some, with filters
    /// of their own or one for all.
    @Test(arguments: [false, true]) func productsMayBeExpansions(sharesFilter: Bool) throws {
        var graph = InstructionGraph(seed: 18)
        let clamp = LoweredActivation.clamp(low: 0, high: 6)
        var value = graph.input(1, 7, 9, 48)
        for _ in 0..<2 {
            let (expanded, convolved) = (graph.value(1, 7, 9, 48), graph.value(1, 7, 9, 48))
            graph.convolve(value, expanded, activation: clamp)
            graph.depthwise(expanded, convolved, size: 3, stride: 1, pad: 1, activation: clamp)
            value = convolved
        }
        graph.convolve(value, graph.output(1, 7, 9, 48))
        var filter: Int?
        for index in [0, 2, 4] {
            guard case .convolution(var product) = graph.graph.instructions[index] else { continue }
            let weights = try #require(graph.graph.values[product.filter].constantView)
            // The second half of the columns is zero.
            for place in 0..<weights.count where place % 48 > 23 { weights[place] = 0 }
            if sharesFilter { product.filter = filter ?? product.filter }
            filter = product.filter
            graph.graph.instructions[index] = .convolution(product)
        }
        #expect(ChannelCut.all(in: graph.graph).map(\.kept.count) == (sharesFilter ? [] : [32, 32]))
        let found = try graph.run(disabledPasses: [])
        #expect(try found == graph.run(disabledPasses: ["drop-channels"]))
        #expect(try found == graph.run(disabledPasses: Network.passNames))
    }

    private func model(_ planted: PlantedNetwork) throws -> TFLiteModel {
        try TFLiteModel(bytes: Bytes(planted.bytes()), file: "planted.tflite")
    }

    /// The outputs that the pass changes.
    private func differences(_ planted: PlantedNetwork, seed: UInt64, level: String) throws -> [Int] {
        var options = NetworkOptions(level: level, backend: .simd)
        options.usesByteWeights = !planted.sharesScales
        let found = try outputs(planted, seed, options)
        options.disabledPasses = ["drop-channels"]
        let expected = try outputs(planted, seed, options)
        return expected.indices.filter { index in
            !found[index].elementsEqual(expected[index]) { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
        }
    }

    private func outputs(_ planted: PlantedNetwork, _ seed: UInt64, _ options: NetworkOptions) throws -> [[Float]] {
        let network = try Network(model(planted), file: "planted.tflite", options: options)
        let session = Session(network, team: ThreadTeam(count: 1))
        var random = SplitMix64(seed: seed)
        let input = session.inputFloats(0)
        for index in input.indices { input[index] = random.float() }
        session.run()
        return network.outputs.indices.map { session.output($0) }
    }
}
