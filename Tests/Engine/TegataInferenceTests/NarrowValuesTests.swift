import TegataGraph
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import Testing

@Suite struct NarrowValuesTests {
    static let hasFloat16 = kernelLevels(of: .float16).contains(where: \.isSupported)

    /// Returns a convolution with a window of the given size, a depthwise convolution, a 1×1 convolution with a
    /// residual, and two heads.
    private static func network(firstWindow size: Int) -> (InstructionGraph, values: [Int]) {
        var graph = InstructionGraph(seed: 31)
        let input = graph.input(1, 12, 40, 3)
        let (x, a, b, c) = (
            graph.value(1, 12, 40, 16), graph.value(1, 12, 40, 16), graph.value(1, 12, 40, 16),
            graph.value(1, 12, 40, 16)
        )
        graph.convolve(input, x, size: size, pad: size / 2)
        graph.depthwise(x, a, size: 3, stride: 1, pad: 1)
        graph.convolve(a, b)
        graph.add(b, x, c)
        graph.convolve(c, graph.output(1, 12, 40, 5))
        graph.convolve(c, graph.output(1, 12, 40, 2))
        return (graph, [input, x, a, b, c])
    }

    private func elements(_ graph: LoweredGraph, _ values: [Int]) -> [ElementType] {
        values.map { graph.values[$0].type.element }
    }

    private func conversions(_ graph: LoweredGraph) -> [Int] {
        graph.instructions.indices.filter {
            if case .convert = graph.instructions[$0] { return true }
            return false
        }
    }

    @Test func narrowsValuesBetweenTheFirstAndLastProducts() {
        var (network, values) = Self.network(firstWindow: 3)
        let count = network.graph.instructions.count
        narrowValues(&network.graph)
        #expect(elements(network.graph, values) == [.float32, .float16, .float16, .float16, .float16])
        #expect(elements(network.graph, network.graph.outputs) == [.float32, .float32])
        // Both heads read the same floats.
        #expect(network.graph.instructions.count == count + 1)
        #expect(conversions(network.graph) == [4])
    }

    @Test func insertsAConversionIfTheFirstProductCannotNarrow() {
        var (network, values) = Self.network(firstWindow: 1)
        narrowValues(&network.graph)
        #expect(elements(network.graph, values) == [.float32, .float32, .float16, .float16, .float16])
        #expect(conversions(network.graph) == [1, 5])
    }

    @Test func leavesNetworksWithOneProductUnchanged() {
        var graph = InstructionGraph(seed: 32)
        graph.convolve(graph.input(1, 4, 4, 3), graph.output(1, 4, 4, 8), size: 3, pad: 1)
        narrowValues(&graph.graph)
        #expect(graph.graph.values.allSatisfy { $0.type.element == .float32 })
        #expect(conversions(graph.graph).isEmpty)
    }

    @Test func narrowsConstantsWithTheirOperands() throws {
        var graph = InstructionGraph(seed: 33)
        let (x, y, z) = (graph.value(1, 6, 6, 8), graph.value(1, 6, 6, 8), graph.value(1, 6, 6, 8))
        graph.convolve(graph.input(1, 6, 6, 3), x, size: 3, pad: 1)
        graph.add(x, graph.constant(1, 6, 6, 8), y)
        graph.convolve(y, z)
        graph.convolve(z, graph.output(1, 6, 6, 8))
        narrowValues(&graph.graph)
        guard case .binary(let addition) = graph.graph.instructions[1] else {
            Issue.record("instruction 1 is not an addition")
            return
        }
        let operand = graph.graph.values[addition.b]
        #expect(operand.type.element == .float16 && operand.constant?.element == .float32)
    }

    @Test(.enabled(if: hasFloat16, "needs a processor with arithmetic of float16"), arguments: [1, 3])
    func staysCloseToSinglePrecision(firstWindow: Int) throws {
        let (network, _) = Self.network(firstWindow: firstWindow)
        let single = try network.run(disabledPasses: [])
        for disabled in [[], ["fuse-blocks"], Network.passNames] {
            let half = try network.run(disabledPasses: disabled, precision: .half)
            #expect(half != single)
            for (a, b) in zip(single, half) {
                let largest = a.reduce(0) { max($0, abs($1)) }
                #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 0.01 * largest })
            }
            for threads in [2, 3] {
                #expect(try network.run(disabledPasses: disabled, threads: threads, precision: .half) == half)
            }
        }
    }

    /// `SharedRun` replaces threads on systems without them.
    @Test(arguments: [2, 3, 5])
    func givesTheSameBitsIfOneThreadComputesAllShares(count: Int) throws {
        let (network, _) = Self.network(firstWindow: 3)
        let plan = try Plan(network.graph, options: NetworkOptions())
        let session = Session(plan, team: ThreadTeam(count: 1))
        let shared = SharedRun(plan, among: count)
        for input in [session.inputFloats(0), shared.inputFloats(0)] {
            for (position, index) in input.indices.enumerated() { input[index] = Float(position % 17) / 16 }
        }
        session.run()
        shared.run()
        #expect(session.output(0) == Array(shared.outputFloats(0)))
        #expect(session.output(1) == Array(shared.outputFloats(1)))
    }
}
