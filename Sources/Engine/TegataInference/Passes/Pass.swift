import TegataGraph

/// A rewrite of the instructions of a network that leaves its results the same, or the same up to rounding.
package struct Pass: Sendable {
    /// As written to switch it off.
    package let name: String
    /// Whether it makes instructions that only our own kernels can run.
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

/// Who reads and writes each value of a list of instructions.
struct Usage {
    private(set) var readers: [[Int]]
    private(set) var writers: [[Int]]
    private(set) var isBoundary: [Bool]

    init(_ graph: LoweredGraph) {
        readers = graph.values.map { _ in [] }
        writers = readers
        isBoundary = graph.values.map { _ in false }
        for (index, instruction) in graph.instructions.enumerated() {
            for input in instruction.inputs { readers[input].append(index) }
            for output in instruction.outputs { writers[output].append(index) }
        }
        for value in graph.inputs + graph.outputs { isBoundary[value] = true }
    }

    /// The only instruction that writes `value`, provided that no other and nobody outside sees the value except one
    /// reader.
    func soleWriter(of value: Int) -> Int? {
        guard !isBoundary[value], readers[value].count == 1, writers[value].count == 1 else { return nil }
        return writers[value][0]
    }
}

extension Instruction {
    /// The values that the instruction reads, constants included.
    package var inputs: [Int] {
        func activation(_ activation: LoweredActivation) -> [Int] {
            if case .prelu(let slopes) = activation { return [slopes] }
            return []
        }
        switch self {
        case .convolution(let instruction):
            return [instruction.input, instruction.filter] + [instruction.bias, instruction.residual].compactMap { $0 }
                + activation(instruction.activation)
        case .depthwise(let instruction):
            return [instruction.input, instruction.filter] + [instruction.bias].compactMap { $0 }
                + activation(instruction.activation)
        case .binary(let instruction): return [instruction.a, instruction.b]
        case .unary(let instruction): return [instruction.input]
        case .pool(let instruction): return [instruction.input]
        case .reduce(let instruction): return [instruction.input]
        case .resize(let instruction):
            return [instruction.input] + [instruction.residual].compactMap { $0 } + activation(instruction.activation)
        case .softmax(let instruction): return [instruction.input]
        case .copy(let instruction): return [instruction.input]
        case .fill: return []
        case .block(let instruction):
            var inputs = instruction.expansion.map { Instruction.convolution($0).inputs } ?? []
            inputs += Instruction.depthwise(instruction.depthwise).inputs
            inputs += instruction.projection.map { Instruction.convolution($0).inputs } ?? []
            return inputs.filter {
                $0 != instruction.expansion?.output
                    && ($0 != instruction.depthwise.output || instruction.projection == nil)
                    && $0 != instruction.pooling?.output
            }
        case .heads(let instruction):
            // All have the same input.
            return instruction.heads.prefix(1).map { $0.input }
                + instruction.heads.flatMap { Instruction.convolution($0).inputs.dropFirst() }
        case .evaluate(let instruction): return instruction.inputs.compactMap { $0 }
        }
    }

    /// The values that the instruction writes, wholly or in part.
    package var outputs: [Int] {
        switch self {
        case .convolution(let instruction): [instruction.output]
        case .depthwise(let instruction): [instruction.output]
        case .binary(let instruction): [instruction.output]
        case .unary(let instruction): [instruction.output]
        case .pool(let instruction): [instruction.output]
        case .reduce(let instruction): [instruction.output]
        case .resize(let instruction): [instruction.output]
        case .softmax(let instruction): [instruction.output]
        case .copy(let instruction): [instruction.output]
        case .fill(let instruction): [instruction.output]
        case .block(let instruction): [instruction.output]
        case .heads(let instruction): instruction.heads.map { $0.output }
        case .evaluate(let instruction): instruction.outputs
        }
    }
}
