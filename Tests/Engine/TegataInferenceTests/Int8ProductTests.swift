import TegataGraph
import TegataInference
import TegataKernelSelection
import Testing

@Suite struct Int8ProductTests {
    static let hasInt8 = kernelLevels(of: .int8).contains(where: \.isSupported)

    /// A head and two blocks like those in hand networks, with widths that are not multiples of panel widths.
    private static let network: InstructionGraph = {
        var graph = InstructionGraph(seed: 41)
        let relu6 = LoweredActivation.clamp(low: 0, high: 6)
        let stem = graph.value(1, 14, 21, 19)
        graph.convolve(graph.input(1, 14, 21, 3), stem, size: 3, pad: 1, activation: relu6)
        var last = graph.value(1, 14, 21, 13)
        graph.convolve(stem, last)
        for _ in 0..<2 {
            let (wide, filtered) = (graph.value(1, 14, 21, 70), graph.value(1, 14, 21, 70))
            let (projected, sum) = (graph.value(1, 14, 21, 13), graph.value(1, 14, 21, 13))
            graph.convolve(last, wide, activation: relu6)
            graph.depthwise(wide, filtered, size: 3, stride: 1, pad: 1, activation: relu6)
            graph.convolve(filtered, projected)
            graph.add(projected, last, sum)
            last = sum
        }
        graph.convolve(last, graph.output(1, 14, 21, 5))
        return graph
    }()

    @Test(.enabled(if: hasInt8, "needs a processor with products of bytes"))
    func staysCloseToSinglePrecision() throws {
        let single = try Self.network.run(disabledPasses: [])
        let int8 = try Self.network.run(disabledPasses: [], precision: .int8)
        #expect(int8 != single)
        #expect(relativeDifference(int8, single) < 0.05)
    }

    @Test(.enabled(if: hasInt8, "needs a processor with products of bytes"))
    func bitsDoNotDependOnThreadsOrBlocks() throws {
        let expected = try Self.network.run(disabledPasses: [], precision: .int8)
        for disabled in [[], ["fuse-blocks"]] {
            for threads in 1...4 {
                #expect(try Self.network.run(disabledPasses: disabled, threads: threads, precision: .int8) == expected)
            }
        }
    }

    @Test func rejectsInt8WithoutProcessorSupport() throws {
        guard !Self.hasInt8 else { return }
        #expect(throws: NetworkError.kernels(.noInt8)) {
            try Plan(Self.network.graph, options: NetworkOptions(precision: .int8))
        }
    }

    @Test func rejectsInt8WithOpenBLAS() throws {
        guard Self.hasInt8 else { return }
        #expect(throws: NetworkError.precisionWithOpenBLAS) {
            try Plan(Self.network.graph, options: NetworkOptions(backend: .blas, precision: .int8))
        }
    }
}
