import TegataFormats
import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    mutating func bind(_ step: CopyStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let size = step.elementByteCount
        // The longest run that is contiguous on both sides is copied at once.
        var axes = step.extents.count
        var run = 1
        while axes > 0, step.inputStrides[axes - 1] == run || step.extents[axes - 1] == 1,
            step.outputStrides[axes - 1] == run || step.extents[axes - 1] == 1
        {
            run *= step.extents[axes - 1]
            axes -= 1
        }
        let outer = StridedWalk(
            extents: Array(step.extents[..<axes]),
            strides: [Array(step.inputStrides[..<axes]), Array(step.outputStrides[..<axes])])
        let runBytes = run * size
        let pieces = Pieces(outer.count, least: max(1, 16384 / max(runBytes, 1)))
        return PlanStep(
            name: "copy", shape: "\(description(step.input)) → \(description(step.output))", kernel: "memory",
            bytesMoved: 2 * outer.count * runBytes,
            bind: { context in
                let source = Address(input.address(in: context) + step.inputOffset * size)
                let target = Address(output.address(in: context) + step.outputOffset * size)
                return BoundStep(taskCount: runBytes == 0 ? 0 : pieces.pieceCount) { task, _ in
                    for index in pieces.range(task) {
                        let (from, to) = outer.offsets(index)
                        (target.pointer + to * size).copyMemory(from: source.pointer + from * size, byteCount: runBytes)
                    }
                }
            })
    }

    mutating func bind(_ step: FillStep) -> PlanStep {
        let output = operand(step.output)
        let pieces = Pieces(output.type.shape.count, least: 4096)
        return PlanStep(
            name: "fill", shape: description(step.output), kernel: "memory", bytesMoved: byteCount([step.output]),
            bind: { context in
                let target = Address(UnsafeMutableRawPointer(output.floats(in: context)))
                return BoundStep(taskCount: pieces.pieceCount) { task, _ in
                    let range = pieces.range(task)
                    (target.pointer.assumingMemoryBound(to: Float.self) + range.lowerBound)
                        .update(repeating: step.value, count: range.count)
                }
            })
    }

    mutating func bind(_ step: EvaluateStep) -> PlanStep {
        let inputs = step.inputs.map { $0.map { operand($0) } }
        let outputs = step.outputs.map { operand($0) }
        let bound = step.bound
        return PlanStep(
            name: "evaluate \(bound.builtin.name)", shape: step.outputs.first.map { description($0) } ?? "",
            kernel: "naive",
            multiplyAccumulates: bound.multiplyAccumulates,
            bytesMoved: byteCount(step.inputs.compactMap { $0 } + step.outputs),
            bind: { context in
                let operands = Operands(
                    inputs: inputs.map { $0?.view(in: context) }, outputs: outputs.map { $0.view(in: context) })
                return BoundStep(taskCount: 1) { _, _ in bound.evaluate(operands) }
            })
    }
}

/// An address inside the arena, which outlives the closures that hold it.
struct Address: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }
}
