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
