import NetworkGrammar
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

/// Networks without their ineffective channels, compared to the same networks with all channels.
struct DropChannelsTests {
    @Test func keepsTheBitsOfPlantedNetworks() throws {
        var dropped = 0
        for seed in 1...400 as ClosedRange<UInt64> {
            let comparison = try PlantedComparison(seed: seed)
            #expect(comparison.unequalLevels == [], "seed \(seed)")
            #expect(comparison.worstError <= NetworkComparison.boundOfOperators, "seed \(seed)")
            #expect(comparison.droppedCount == comparison.expectedCount, "seed \(seed)")
            dropped += comparison.droppedCount
        }
        #expect(dropped > 1_000)
    }

    /// Three convolutions in a row. The middle one reads and writes channels that can be dropped. The filters are
    /// separate or shared.
    @Test(arguments: [false, true]) func dropsChannelsBetweenThreeConvolutions(sharesFilter: Bool) throws {
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

    /// If results are approximate anyway, constant channels become part of the biases, unless the product has borders.
    @Test(arguments: [1, 3]) func foldsConstantChannelsIntoBiases(productSize: Int) throws {
        var graph = InstructionGraph(seed: 19)
        let clamp = LoweredActivation.clamp(low: 0, high: 6)
        let (input, expanded, convolved) = (graph.input(1, 7, 9, 8), graph.value(1, 7, 9, 48), graph.value(1, 7, 9, 48))
        graph.convolve(input, expanded, activation: clamp)
        graph.depthwise(expanded, convolved, size: 3, stride: 1, pad: 1, activation: clamp)
        graph.convolve(convolved, graph.output(1, 7, 9, 5), size: productSize, pad: productSize / 2)
        guard case .depthwise(let depthwise) = graph.graph.instructions[1] else { return }
        let weights = try #require(graph.graph.values[depthwise.filter].constantView)
        let bias = try #require(depthwise.bias.flatMap { graph.graph.values[$0].constantView })
        for place in 0..<weights.count where place % 48 >= 32 { weights[place] = 0 }
        for channel in 32..<48 { bias[channel] = Float(channel) / 8 }
        let expected = try graph.run(disabledPasses: [])

        try #require(passList.first { $0.name == "fold-channels" }).apply(&graph.graph)
        #expect(graph.graph.values[convolved].type.shape.dimensions.last == (productSize == 1 ? 32 : 48))
        let found = try graph.run(disabledPasses: [])
        for (one, other) in zip(found.joined(), expected.joined()) { #expect(abs(one - other) < 1e-5) }
    }
}
