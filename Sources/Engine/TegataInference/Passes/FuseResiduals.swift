import TegataGraph
import TegataKernelABI

/// Lets the later of two steps whose results are added take the other result as its starting value.
///
/// `y = activation(a + convolution(x))` becomes one step, and so does the addition to a resized picture. The fused step
/// stands where the addition stood, so that both operands are there.
func fuseResiduals(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var steps = graph.steps.map { Optional($0) }
    for (index, step) in graph.steps.enumerated() {
        guard case .binary(let addition) = step, addition.operation == .add, addition.isPlain,
            graph.values[addition.a].type.shape == graph.values[addition.b].type.shape
        else { continue }
        // The later writer first: everything that it needs is there.
        var candidates: [(writer: Int, residual: Int)] = []
        for (product, residual) in [(addition.a, addition.b), (addition.b, addition.a)] {
            guard product != residual, graph.values[residual].constant == nil,
                let writer = usage.soleWriter(of: product)
            else {
                continue
            }
            candidates.append((writer, residual))
        }
        candidates.sort { $0.writer > $1.writer }
        for candidate in candidates {
            guard let fused = steps[candidate.writer]?.adding(candidate.residual, addition) else { continue }
            steps[candidate.writer] = nil
            steps[index] = fused
            break
        }
    }
    graph.steps = steps.compactMap { $0 }
}

extension BinaryStep {
    /// True if both operands are read in the order of the output.
    var isPlain: Bool {
        extents.count == 1 && aStrides == [1] && bStrides == [1]
    }
}

extension Step {
    fileprivate func adding(_ residual: Int, _ addition: BinaryStep) -> Step? {
        switch self {
        case .convolution(var step) where step.activation == .none && step.residual == nil:
            step.residual = residual
            step.activation = addition.activation
            step.output = addition.output
            return .convolution(step)
        case .resize(var step) where step.residual == nil && addition.activation == .none:
            step.residual = residual
            step.output = addition.output
            return .resize(step)
        default: return nil
        }
    }
}
