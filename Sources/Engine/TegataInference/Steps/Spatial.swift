import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Pooling that computes one row of its output at a time.
struct PoolRows: Sendable {
    let instruction: PoolInstruction
    private let run: @Sendable (UnsafePointer<PoolArguments>) -> Void
    private let low: Float
    private let high: Float

    init(_ builder: PlanBuilder, _ instruction: PoolInstruction) {
        self.instruction = instruction
        run = builder.kernels(for: instruction.input).pool
        (low, high) = instruction.activation.bounds
    }

    /// The size in bytes of the addresses of the rows under a window.
    var pointerByteCount: Int { instruction.window.height * MemoryLayout<UnsafeRawPointer>.stride }

    /// Computes one output row for the batch in `picture`.
    func run(
        row: Int, picture: Elements, output: Elements, pointers: UnsafeMutableRawPointer
    ) {
        let source = instruction.inputShape
        let rowPointers = pointers.assumingMemoryBound(to: UnsafeRawPointer.self)
        let window = instruction.window
        let valid = window.rowsInside(y: row, height: source.height)
        for (position, windowRow) in valid.enumerated() {
            rowPointers[position] =
                UnsafeRawPointer(
                    picture.at(window.inputRow(y: row, windowRow: windowRow) * source.width * source.channels))
        }
        var arguments = PoolArguments(
            inputRows: rowPointers, rowCount: valid.count, inputWidth: source.width, inputPixelStride: source.channels,
            output: output.pointer, outputWidth: instruction.outputShape.width, outputPixelStride: source.channels,
            channels: source.channels,
            windowWidth: window.width, stride: window.strideWidth, padLeft: window.padLeft,
            reduction: instruction.reduction.rawValue, low: low, high: high)
        run(&arguments)
    }
}

extension PoolInstruction: PlainInstruction {
    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension ResizeInstruction: PlanInstruction {
    var readValues: [Int] { [input] + [residual, activation.slopes].compactMap { $0 } }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) {
        input = value(input)
        residual = residual.map(value)
        if let slopes = activation.slopes { activation = .prelu(slopes: value(slopes)) }
    }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: PoolInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let pool = PoolRows(self, instruction)
        let source = instruction.inputShape
        let target = instruction.outputShape
        let pieces = TaskSplit(
            target.batches * target.height,
            least: max(1, MinimumTaskSize.windowSums / max(target.width * target.channels, 1))
        )
        let taskCount = target.pixels * target.channels == 0 ? 0 : pieces.pieceCount
        return PlanStep(
            name:
                "\(instruction.reduction == .maximum ? "max" : "average") pool \(instruction.window.height)×\(instruction.window.width)",
            shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: kernels(for: instruction.input).name(of: "pool"),
            bytesMoved: byteCount([instruction.input, instruction.output]), scratchByteCount: pool.pointerByteCount,
            bind: { context in
                Pointers(input.elements(in: context), output.elements(in: context)).boundStep(taskCount: taskCount) {
                    pointers, task, scratch in
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        pool.run(
                            row: row, picture: pointers.a + batch * source.height * source.width * source.channels,
                            output: pointers.output + index * target.width * target.channels, pointers: scratch)
                    }
                }
            })
    }

    mutating func bind(_ instruction: ResizeInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let residual = instruction.residual.map { operand($0) }
        let slopes: Operand?
        if case .prelu(let value) = instruction.activation { slopes = operand(value) } else { slopes = nil }
        let kernels = kernels(for: instruction.input)
        let run = kernels.resize
        let source = instruction.inputShape
        let target = instruction.outputShape
        let rows = InterpolationAxis(
            inputExtent: source.height, outputExtent: target.height, alignCorners: instruction.alignCorners,
            halfPixelCenters: instruction.halfPixelCenters)
        let columns = InterpolationAxis(
            inputExtent: source.width, outputExtent: target.width, alignCorners: instruction.alignCorners,
            halfPixelCenters: instruction.halfPixelCenters)
        let table = AlignedBuffer(byteCount: instruction.tableByteCount)
        let indices = table.base.assumingMemoryBound(to: Int32.self)
        let weights = table.floats(at: target.width * 8, count: target.width)
        for column in 0..<target.width {
            let neighbours = columns.neighbours(of: column)
            indices[2 * column] = Int32(neighbours.first)
            indices[2 * column + 1] = Int32(neighbours.second)
            weights[column] = neighbours.share
        }
        retain(table)
        let tables = (indices: Elements(table.base, .int32), weights: Elements(weights, .float32))
        let activation = instruction.activation.kernelForm
        let pieces = TaskSplit(
            target.batches * target.height,
            least: max(1, MinimumTaskSize.windowSums / max(target.width * target.channels, 1))
        )
        let sourceRow = source.width * source.channels
        let targetRow = target.width * target.channels
        return PlanStep(
            name: "resize bilinear", shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: kernels.name(of: "resize"),
            bytesMoved: byteCount([instruction.input, instruction.output] + [instruction.residual].compactMap { $0 }),
            bind: { context in
                let residual = residual.map { $0.elements(in: context) }
                let slopes = slopes.map { $0.elements(in: context) }
                return Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: target.pixels * target.channels == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * sourceRow
                        let neighbours = rows.neighbours(of: row)
                        var arguments = ResizeArguments(
                            top: picture.at(neighbours.first * sourceRow),
                            bottom: picture.at(neighbours.second * sourceRow),
                            rowWeight: neighbours.share,
                            columnIndices: tables.indices.pointer.assumingMemoryBound(to: Int32.self),
                            columnWeights: UnsafePointer(tables.weights.floats), inputPixelStride: source.channels,
                            output: pointers.output.at(index * targetRow), outputWidth: target.width,
                            outputPixelStride: target.channels, channels: target.channels,
                            slopes: slopes.map { UnsafeRawPointer($0.pointer) },
                            residual: residual.map { UnsafeRawPointer($0.at(index * targetRow)) },
                            residualPixelStride: target.channels, activation: activation.kind.rawValue,
                            low: activation.low,
                            high: activation.high)
                        run(&arguments)
                    }
                }
            })
    }
}

extension ResizeInstruction {
    /// The size in bytes of a table with two columns and a weight for each output column.
    var tableByteCount: Int { outputShape.width * 12 }
}
