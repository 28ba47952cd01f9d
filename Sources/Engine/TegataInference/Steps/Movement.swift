import TegataBuffers
import TegataFormats
import TegataGraph
import TegataKernelABI

extension CopyInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension FillInstruction: PlanInstruction {
    var readValues: [Int] { [] }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) {}

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension EvaluateInstruction: PlanInstruction {
    var readValues: [Int] { inputs.compactMap { $0 } }

    var writtenValues: [Int] { outputs }

    mutating func replaceInputs(_ value: (Int) -> Int) { inputs = inputs.map { $0.map(value) } }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: CopyInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        // Copy the longest run that is contiguous on both sides in one go.
        var axes = instruction.extents.count
        var run = 1
        while axes > 0, instruction.inputStrides[axes - 1] == run || instruction.extents[axes - 1] == 1,
            instruction.outputStrides[axes - 1] == run || instruction.extents[axes - 1] == 1
        {
            run *= instruction.extents[axes - 1]
            axes -= 1
        }
        let runCount = run
        let outer = BroadcastLoops(
            extents: Array(instruction.extents[..<axes]), firstStrides: Array(instruction.inputStrides[..<axes]),
            secondStrides: Array(instruction.outputStrides[..<axes]))
        let runBytes = run * instruction.elementByteCount
        let pieces = TaskSplit(outer.count, least: max(1, MinimumTaskSize.copiedBytes / max(runBytes, 1)))
        return PlanStep(
            name: "copy", shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: "memory",
            bytesMoved: 2 * outer.count * runBytes,
            bind: { context in
                let source = input.elements(in: context) + instruction.inputOffset
                let target = output.elements(in: context) + instruction.outputOffset
                return BoundStep(taskCount: runBytes == 0 ? 0 : pieces.pieceCount) { task, _ in
                    for index in pieces.range(task) {
                        let (from, to) = outer.places(of: index)
                        (target + to).copy(from: source + from, count: runCount)
                    }
                }
            })
    }

    mutating func bind(_ instruction: FillInstruction) -> PlanStep {
        let output = operand(instruction.output)
        let constant = PackedElements(
            AlignedBuffer(byteCount: output.type.element.byteCount), for: kernels(for: instruction.output))
        constant.store([instruction.value], as: kernels(for: instruction.output).elements.input, at: 0)
        retain(constant.buffer)
        let value = Elements(constant.address(0), output.type.element)
        let pieces = TaskSplit(output.type.shape.count, least: MinimumTaskSize.elements)
        return PlanStep(
            name: "fill", shape: description(instruction.output), kernel: "memory",
            bytesMoved: byteCount([instruction.output]),
            bind: { context in
                let target = output.elements(in: context)
                return BoundStep(taskCount: pieces.pieceCount) { task, _ in
                    let range = pieces.range(task)
                    (target + range.lowerBound).fill(with: value, count: range.count)
                }
            })
    }

    mutating func bind(_ instruction: EvaluateInstruction) -> PlanStep {
        let inputs = instruction.inputs.map { $0.map { operand($0) } }
        let outputs = instruction.outputs.map { operand($0) }
        let bound = instruction.bound
        return PlanStep(
            name: "evaluate \(bound.builtin.name)", shape: instruction.outputs.first.map { description($0) } ?? "",
            kernel: "naive",
            multiplyAccumulates: bound.multiplyAccumulates,
            bytesMoved: byteCount(instruction.inputs.compactMap { $0 } + instruction.outputs),
            bind: { context in
                let operands = Operands(
                    inputs: inputs.map { $0?.view(in: context) }, outputs: outputs.map { $0.view(in: context) })
                return BoundStep(taskCount: 1) { _, _ in bound.evaluate(operands) }
            })
    }
}
