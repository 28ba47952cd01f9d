import TegataGraph
import TegataKernelABI

extension UnaryInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension ConvertInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension BinaryInstruction: PlanInstruction {
    var readValues: [Int] { [a, b] }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) {
        a = value(a)
        b = value(b)
    }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension SoftmaxInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension ReduceInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: UnaryInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let kernels = kernels(for: instruction.input)
        let run = kernels.unary
        let pieces = TaskSplit(output.type.shape.count, least: MinimumTaskSize.elements)
        return PlanStep(
            name: "unary \(instruction.function.name)", shape: description(instruction.output),
            kernel: kernels.name(of: "unary"),
            bytesMoved: byteCount([instruction.input, instruction.output]),
            bind: { context in
                let source = input.elements(in: context)
                let target = output.elements(in: context)
                return Pointers(source, target).boundStep(taskCount: pieces.pieceCount) { pointers, task, _ in
                    let range = pieces.range(task)
                    var arguments = UnaryArguments(
                        input: pointers.a.at(range.lowerBound), output: pointers.output.at(range.lowerBound),
                        count: range.count,
                        function: instruction.function.rawValue)
                    run(&arguments)
                }
            })
    }

    mutating func bind(_ instruction: ConvertInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let isWidening = input.type.element == .float16
        let kernels = kernels(for: isWidening ? instruction.input : instruction.output)
        let widen = kernels.widen
        guard let narrow = kernels.narrow else { preconditionFailure("kernels for float16 make it") }
        let pieces = TaskSplit(output.type.shape.count, least: MinimumTaskSize.elements)
        return PlanStep(
            name: isWidening ? "halves to floats" : "floats to halves", shape: description(instruction.output),
            kernel: kernels.name(of: isWidening ? "widen" : "narrow"),
            bytesMoved: byteCount([instruction.input, instruction.output]),
            bind: { context in
                Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: pieces.pieceCount
                ) { pointers, task, _ in
                    let range = pieces.range(task)
                    let (source, target) = (pointers.a + range.lowerBound, pointers.output + range.lowerBound)
                    if isWidening {
                        var arguments = WidenArguments(
                            input: source.float16Bits, output: target.floats, count: range.count)
                        widen(&arguments)
                    } else {
                        var arguments = NarrowArguments(
                            input: source.floats, output: target.float16Bits, count: range.count)
                        narrow(&arguments)
                    }
                }
            })
    }

    mutating func bind(_ instruction: BinaryInstruction) -> PlanStep {
        let a = operand(instruction.a)
        let b = operand(instruction.b)
        let output = operand(instruction.output)
        let kernels = kernels(for: instruction.a)
        let run = kernels.binary
        let (low, high) = instruction.activation.bounds
        // The kernel processes the innermost axis; this loop processes the axes around it.
        let inner = instruction.extents[instruction.extents.count - 1]
        let outer = BroadcastLoops(
            extents: Array(instruction.extents.dropLast()), firstStrides: Array(instruction.aStrides.dropLast()),
            secondStrides: Array(instruction.bStrides.dropLast()))
        let aStep = instruction.aStrides[instruction.aStrides.count - 1]
        let bStep = instruction.bStrides[instruction.bStrides.count - 1]
        let rows = outer.count
        let rowPieces = TaskSplit(rows, least: max(1, MinimumTaskSize.elements / max(inner, 1)))
        let columnPieces = rows == 1 ? TaskSplit(inner, least: MinimumTaskSize.elements) : TaskSplit(inner, size: inner)
        let taskCount = rows * inner == 0 ? 0 : rowPieces.pieceCount * columnPieces.pieceCount
        return PlanStep(
            name: "binary \(instruction.operation.name)", shape: description(instruction.output),
            kernel: kernels.name(of: "binary"),
            bytesMoved: byteCount([instruction.a, instruction.b, instruction.output]),
            bind: { context in
                Pointers(a.elements(in: context), b.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: taskCount
                ) { pointers, task, _ in
                    let columns = columnPieces.range(task % columnPieces.pieceCount)
                    for row in rowPieces.range(task / columnPieces.pieceCount) {
                        let (aOffset, bOffset) = outer.places(of: row)
                        var arguments = BinaryArguments(
                            a: pointers.a.at(aOffset + columns.lowerBound * aStep), aStep: aStep,
                            b: pointers.b.at(bOffset + columns.lowerBound * bStep), bStep: bStep,
                            output: pointers.output.at(row * inner + columns.lowerBound), count: columns.count,
                            operation: instruction.operation.rawValue, low: low, high: high)
                        run(&arguments)
                    }
                }
            })
    }

    mutating func bind(_ instruction: SoftmaxInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let kernels = kernels(for: instruction.input)
        let run = kernels.softmax
        let pieces = TaskSplit(
            instruction.rows, least: max(1, MinimumTaskSize.exponentials / max(instruction.count, 1)))
        return PlanStep(
            name: "softmax", shape: "\(instruction.rows)×\(instruction.count)", kernel: kernels.name(of: "softmax"),
            bytesMoved: byteCount([instruction.input, instruction.output]),
            bind: { context in
                Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: instruction.count == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    for row in pieces.range(task) {
                        var arguments = SoftmaxArguments(
                            input: pointers.a.at(row * instruction.count),
                            output: pointers.output.at(row * instruction.count),
                            count: instruction.count,
                            beta: instruction.beta)
                        run(&arguments)
                    }
                }
            })
    }

    mutating func bind(_ instruction: ReduceInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let kernels = kernels(for: instruction.input)
        let run = kernels.reduce
        let pieces = TaskSplit(
            instruction.outer,
            least: max(1, MinimumTaskSize.reducedElements / max(instruction.reduced * instruction.inner, 1)))
        return PlanStep(
            name: "reduce \(instruction.reduction.name)",
            shape: "\(instruction.outer)×\(instruction.reduced)×\(instruction.inner)",
            kernel: kernels.name(of: "reduce"), bytesMoved: byteCount([instruction.input, instruction.output]),
            bind: { context in
                Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: instruction.inner == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    let range = pieces.range(task)
                    var arguments = ReduceArguments(
                        input: pointers.a.at(range.lowerBound * instruction.reduced * instruction.inner),
                        output: pointers.output.at(range.lowerBound * instruction.inner), outer: range.count,
                        reduced: instruction.reduced,
                        inner: instruction.inner, reduction: instruction.reduction.rawValue)
                    run(&arguments)
                }
            })
    }
}
