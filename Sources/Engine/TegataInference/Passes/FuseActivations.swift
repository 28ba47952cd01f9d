import TegataGraph
import TegataKernelABI

/// Fuses an activation into the convolution, depthwise convolution or resize before it.
func fuseActivations(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var kept: [Instruction] = []
    /// The index in `kept` of each instruction that is kept.
    var positions: [Int] = []
    for instruction in graph.instructions {
        if let (input, output, activation) = graph.activation(of: instruction),
            let writer = usage.soleWriter(of: input),
            let fused = kept[positions[writer]].activated(activation, output: output)
        {
            kept[positions[writer]] = fused
            positions.append(positions[writer])
        } else {
            positions.append(kept.count)
            kept.append(instruction)
        }
    }
    graph.instructions = kept
}

extension LoweredGraph {
    /// Returns the instruction as an activation of its input's channels; nil if it is not one.
    fileprivate func activation(of instruction: Instruction) -> (input: Int, output: Int, LoweredActivation)? {
        switch instruction {
        case .unary(let instruction):
            switch instruction.function {
            case .relu: return (instruction.input, instruction.output, .clamp(low: 0, high: .infinity))
            case .relu6: return (instruction.input, instruction.output, .clamp(low: 0, high: 6))
            default: return nil
            }
        case .binary(let instruction):
            guard instruction.operation == .prelu, case .none = instruction.activation,
                values[instruction.b].constant != nil,
                let channels = values[instruction.a].type.shape.dimensions.last,
                values[instruction.b].type.shape.count == channels,
                instruction.extents.count == 2, instruction.extents[1] == channels, instruction.bStrides == [0, 1],
                instruction.aStrides == [channels, 1]
            else { return nil }
            return (instruction.a, instruction.output, .prelu(slopes: instruction.b))
        default: return nil
        }
    }
}

extension Instruction {
    /// Returns the instruction with `activation` applied and its result in `output`; nil if it already has an
    /// activation.
    fileprivate func activated(_ activation: LoweredActivation, output: Int) -> Instruction? {
        switch self {
        case .convolution(var instruction) where instruction.activation == .none:
            instruction.activation = activation
            instruction.output = output
            return .convolution(instruction)
        case .depthwise(var instruction) where instruction.activation == .none:
            instruction.activation = activation
            instruction.output = output
            return .depthwise(instruction)
        case .resize(var instruction) where instruction.activation == .none && instruction.residual == nil:
            instruction.activation = activation
            instruction.output = output
            return .resize(instruction)
        default: return nil
        }
    }
}
