/// The copy of a block of elements from an operator's input to one of its outputs.
struct BlockCopy: Sendable {
    /// The positions of the operands in the node.
    let input: Int
    let output: Int
    let inputOffset: Int
    let outputOffset: Int
    let loops: BroadcastLoops

    init(
        input: Int = 0, output: Int = 0, extents: [Int], inputOffset: Int = 0, inputStrides: [Int],
        outputOffset: Int = 0,
        outputStrides: [Int]
    ) {
        self.input = input
        self.output = output
        self.inputOffset = inputOffset
        self.outputOffset = outputOffset
        loops = BroadcastLoops(extents: extents, firstStrides: inputStrides, secondStrides: outputStrides)
    }

    func evaluate(_ operands: Operands) {
        let source = operands.input(input)
        let target = operands.outputs[output]
        loops.visit { _, sourceIndex, targetIndex in
            target.copyElement(from: source, at: inputOffset + sourceIndex, to: outputOffset + targetIndex)
        }
    }

    /// Emits the copy. `target` replaces the node's output if the result is stored in another value first.
    func lower(_ lowering: inout Lowering, to target: Int? = nil) {
        guard loops.count > 0 else { return }
        let target = target ?? lowering.output(output)
        lowering.emit(
            .copy(
                CopyInstruction(
                    input: lowering.input(input), output: target,
                    elementByteCount: lowering.type(of: target).element.byteCount,
                    extents: loops.extents, inputOffset: inputOffset, inputStrides: loops.firstStrides,
                    outputOffset: outputOffset,
                    outputStrides: loops.secondStrides)))
    }
}

/// An operator that only moves elements, which may have any type.
protocol CopyOperator: Operator {
    /// The copies, which together write every element of every output.
    var copies: [BlockCopy] { get }
}

extension CopyOperator {
    func evaluate(_ operands: Operands) {
        for copy in copies { copy.evaluate(operands) }
    }

    func lower(_ lowering: inout Lowering) {
        for copy in copies { copy.lower(&lowering) }
    }
}
