import TegataGraph
import TegataKernelABI

/// Fuses an addition into the later of the two instructions that compute its operands, which then starts from the other
/// result.
///
/// `y = activation(a + convolution(x))` becomes one instruction, as does the addition to a resized image. The fused
/// instruction takes the position of the addition, so that both operands are available.
func fuseResiduals(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .binary(let addition) = instruction, addition.operation == .add, addition.isPlain,
            graph.values[addition.a].type.shape == graph.values[addition.b].type.shape
        else { continue }
        // Try the later writer first, because everything that it needs is available.
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
            guard let fused = instructions[candidate.writer]?.adding(candidate.residual, addition) else { continue }
            instructions[candidate.writer] = nil
            instructions[index] = fused
            break
        }
    }
    graph.instructions = instructions.kept
}

extension BinaryInstruction {
    /// Whether both operands are read in the order of the output.
    var isPlain: Bool {
        extents.count == 1 && aStrides == [1] && bStrides == [1]
    }
}

extension Instruction {
    fileprivate func adding(_ residual: Int, _ addition: BinaryInstruction) -> Instruction? {
        switch self {
        case .convolution(var instruction) where instruction.activation == .none && instruction.residual == nil:
            instruction.residual = residual
            instruction.activation = addition.activation
            instruction.output = addition.output
            return .convolution(instruction)
        case .resize(var instruction) where instruction.residual == nil && addition.activation == .none:
            instruction.residual = residual
            instruction.output = addition.output
            return .resize(instruction)
        default: return nil
        }
    }
}
