import TegataGraph

/// A rewrite of the steps of a network that leaves its results the same, or the same up to rounding.
package struct Pass: Sendable {
    /// As written to switch it off.
    package let name: String
    /// Whether it makes steps that only our own kernels can run.
    let needsOwnKernels: Bool
    /// Whether results round differently afterwards; then it is applied only where that is allowed.
    let changesRounding: Bool
    let apply: @Sendable (inout LoweredGraph) -> Void

    init(
        name: String, needsOwnKernels: Bool = false, changesRounding: Bool = false,
        apply: @escaping @Sendable (inout LoweredGraph) -> Void
    ) {
        self.name = name
        self.needsOwnKernels = needsOwnKernels
        self.changesRounding = changesRounding
        self.apply = apply
    }
}

/// Every pass, in the order in which they run.
package let passList: [Pass] = [
    Pass(name: "fuse-residual", apply: fuseResiduals),
    Pass(name: "fuse-activation", apply: fuseActivations),
    Pass(name: "fuse-padding", apply: fusePadding),
    Pass(name: "resize-last", changesRounding: true, apply: resizeAfterConvolution),
    Pass(name: "fuse-skip", apply: fuseResiduals),
    Pass(name: "fuse-channel-padding", apply: fuseChannelPadding),
    Pass(name: "share-reshaped", apply: shareReshapedMemory),
    Pass(name: "concatenate-in-place", apply: concatenateInPlace),
    Pass(name: "fuse-blocks", needsOwnKernels: true, apply: fuseBlocks),
    Pass(name: "fuse-pooling", needsOwnKernels: true, apply: fusePooling),
    Pass(name: "merge-heads", needsOwnKernels: true, apply: mergeHeads),
]

/// Who reads and writes each value of a list of steps.
struct Usage {
    private(set) var readers: [[Int]]
    private(set) var writers: [[Int]]
    private(set) var isBoundary: [Bool]

    init(_ graph: LoweredGraph) {
        readers = graph.values.map { _ in [] }
        writers = readers
        isBoundary = graph.values.map { _ in false }
        for (index, step) in graph.steps.enumerated() {
            for input in step.inputs { readers[input].append(index) }
            for output in step.outputs { writers[output].append(index) }
        }
        for value in graph.inputs + graph.outputs { isBoundary[value] = true }
    }

    /// The only step that writes `value`, provided that no other step and nobody outside sees the value except one
    /// reader.
    func soleWriter(of value: Int) -> Int? {
        guard !isBoundary[value], readers[value].count == 1, writers[value].count == 1 else { return nil }
        return writers[value][0]
    }
}

extension Step {
    /// The values that the step reads, constants included.
    package var inputs: [Int] {
        func activation(_ activation: StepActivation) -> [Int] {
            if case .prelu(let slopes) = activation { return [slopes] }
            return []
        }
        switch self {
        case .convolution(let step):
            return [step.input, step.filter] + [step.bias, step.residual].compactMap { $0 }
                + activation(step.activation)
        case .depthwise(let step):
            return [step.input, step.filter] + [step.bias].compactMap { $0 } + activation(step.activation)
        case .binary(let step): return [step.a, step.b]
        case .unary(let step): return [step.input]
        case .pool(let step): return [step.input]
        case .reduce(let step): return [step.input]
        case .resize(let step): return [step.input] + [step.residual].compactMap { $0 } + activation(step.activation)
        case .softmax(let step): return [step.input]
        case .copy(let step): return [step.input]
        case .fill: return []
        case .block(let step):
            var inputs = step.expansion.map { Step.convolution($0).inputs } ?? []
            inputs += Step.depthwise(step.depthwise).inputs
            inputs += step.projection.map { Step.convolution($0).inputs } ?? []
            return inputs.filter {
                $0 != step.expansion?.output && ($0 != step.depthwise.output || step.projection == nil)
                    && $0 != step.pooling?.output
            }
        case .heads(let step):
            // All have the same input.
            return step.heads.prefix(1).map { $0.input }
                + step.heads.flatMap { Step.convolution($0).inputs.dropFirst() }
        case .evaluate(let step): return step.inputs.compactMap { $0 }
        }
    }

    /// The values that the step writes, wholly or in part.
    package var outputs: [Int] {
        switch self {
        case .convolution(let step): [step.output]
        case .depthwise(let step): [step.output]
        case .binary(let step): [step.output]
        case .unary(let step): [step.output]
        case .pool(let step): [step.output]
        case .reduce(let step): [step.output]
        case .resize(let step): [step.output]
        case .softmax(let step): [step.output]
        case .copy(let step): [step.output]
        case .fill(let step): [step.output]
        case .block(let step): [step.output]
        case .heads(let step): step.heads.map { $0.output }
        case .evaluate(let step): step.outputs
        }
    }
}
