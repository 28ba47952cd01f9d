import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A network's steps after all rewrites, bound to kernels and packed weights, and the locations of all values.
package struct Plan: Sendable {
    package let steps: [PlanStep]
    /// The memory in bytes that each session needs for values.
    package let arenaByteCount: Int
    /// The scratch memory in bytes that each thread needs.
    let scratchByteCount: Int
    /// The name of the kernel set.
    package let level: String
    /// The size in bytes of packed weights and other constants.
    package let constantByteCount: Int
    package let inputs: [Operand]
    package let outputs: [Operand]
    /// Keeps the constants that steps read alive. They are copies, because a loaded network no longer needs its file.
    private let retained: [AlignedBuffer]

    package init(
        _ lowered: LoweredGraph, options: NetworkOptions, limits: GraphLimits = GraphLimits(), fileByteCount: Int = 0
    ) throws(NetworkError) {
        guard lowered.instructions.count <= limits.steps else {
            let problem = GraphError.Problem.tooMany(
                what: "steps", count: lowered.instructions.count, limit: limits.steps)
            throw .graph(GraphError(file: lowered.file, node: nil, problem: problem))
        }
        if let unknown = options.disabledPasses.first(where: { name in !passList.contains { $0.name == name } }) {
            throw .unknownPass(unknown)
        }
        let choice = try KernelChoice(options, hasByteWeights: lowered.values.contains { $0.byteWeights != nil })
        var graph = lowered
        for pass in passList where !options.disabledPasses.contains(pass.name) {
            let isPossible = choice.backend.usesOwnKernels || !pass.needsOwnKernels
            let isAllowed =
                (options.allowsOtherRounding || !pass.changesRounding)
                && (options.precision != .single || !pass.isApproximate)
            if isPossible && isAllowed { pass.apply(&graph) }
        }
        if options.precision == .half { narrowValues(&graph) }
        self = try Plan(graph, ArenaPlan(graph), choice, limits, fileByteCount)
    }

    /// Binds a graph after all rewrites. By then, passes and the arena's plan have returned, so their stack space is
    /// free.
    @inline(never)
    private init(
        _ graph: LoweredGraph, _ arena: ArenaPlan, _ choice: KernelChoice, _ limits: GraphLimits, _ fileByteCount: Int
    ) throws(NetworkError) {
        func failure(_ problem: GraphError.Problem) -> NetworkError {
            .graph(GraphError(file: graph.file, node: nil, problem: problem))
        }
        guard arena.byteCount <= limits.arenaBytes else {
            throw failure(
                .tooLarge(
                    what: "the memory for intermediate results", bytes: arena.byteCount, limit: limits.arenaBytes))
        }
        do {
            let constants = limits.constantBytes.clampedSum(
                with: limits.constantBytesPerFileByte.clampedProduct(with: fileByteCount))
            var builder = try PlanBuilder(graph: graph, arena: arena, choice: choice, mostConstantBytes: constants)
            steps = try builder.build()
            inputs = try builder.boundary(graph.inputs)
            outputs = try builder.boundary(graph.outputs)
            retained = builder.retained
            constantByteCount = builder.constantByteCount
        } catch { throw .graph(error) }
        scratchByteCount = steps.reduce(64) { max($0, $1.scratchByteCount) }
        guard scratchByteCount <= limits.scratchBytes else {
            throw failure(
                .tooLarge(
                    what: "each thread's scratch memory", bytes: scratchByteCount, limit: limits.scratchBytes))
        }
        arenaByteCount = arena.byteCount
        level = choice.kernels.level
    }
}
