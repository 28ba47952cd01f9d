import TegataGraph
import TegataKernelABI

/// Lets a convolution, depthwise convolution or resize apply the activation that follows it.
func fuseActivations(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var kept: [Step] = []
    /// Where each step that is kept stands in `kept`.
    var positions: [Int] = []
    for step in graph.steps {
        if let (input, output, activation) = graph.activation(of: step),
            let writer = usage.soleWriter(of: input),
            let fused = kept[positions[writer]].activated(activation, output: output)
        {
            kept[positions[writer]] = fused
            positions.append(positions[writer])
        } else {
            positions.append(kept.count)
            kept.append(step)
        }
    }
    graph.steps = kept
}

extension LoweredGraph {
    /// The step as an activation of its input's channels, if it is one.
    fileprivate func activation(of step: Step) -> (input: Int, output: Int, StepActivation)? {
        switch step {
        case .unary(let step):
            switch step.function {
            case .relu: return (step.input, step.output, .clamp(low: 0, high: .infinity))
            case .relu6: return (step.input, step.output, .clamp(low: 0, high: 6))
            default: return nil
            }
        case .binary(let step):
            guard step.operation == .prelu, case .none = step.activation, values[step.b].constant != nil,
                let channels = values[step.a].type.shape.dimensions.last, values[step.b].type.shape.count == channels,
                step.extents.count == 2, step.extents[1] == channels, step.bStrides == [0, 1],
                step.aStrides == [channels, 1]
            else { return nil }
            return (step.a, step.output, .prelu(slopes: step.b))
        default: return nil
        }
    }
}

extension Step {
    /// The same step writing `output` with `activation` applied, where it has none yet.
    fileprivate func activated(_ activation: StepActivation, output: Int) -> Step? {
        switch self {
        case .convolution(var step) where step.activation == .none:
            step.activation = activation
            step.output = output
            return .convolution(step)
        case .depthwise(var step) where step.activation == .none:
            step.activation = activation
            step.output = output
            return .depthwise(step)
        case .resize(var step) where step.activation == .none && step.residual == nil:
            step.activation = activation
            step.output = output
            return .resize(step)
        default: return nil
        }
    }
}
