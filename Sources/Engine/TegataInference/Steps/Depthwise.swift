import TegataBuffers
import TegataGraph
import TegataKernelABI

extension DepthwiseInstruction: PlanInstruction {
    var readValues: [Int] { [input, filter] + [bias, activation.slopes].compactMap { $0 } }

    var writtenValues: [Int] { [output] }

    mutating func replaceInputs(_ value: (Int) -> Int) { input = value(input) }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    mutating func bind(_ instruction: DepthwiseInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let source = instruction.inputShape
        let target = instruction.outputShape
        let depthwise = DepthwiseRows(&self, instruction)
        let multiplier = instruction.multiplier
        let height = target.batches * target.height
        // With a multiplier, each input channel is repeated for its outputs in scratch memory, row by row.
        let rows = multiplier == 1 ? target.height : 1
        let tileRows = depthwise.kernel.tiling.height(rows: rows)
        let rowCopies = RowCopies(of: depthwise, instruction, rowsAtOnce: tileRows)
        let mostRows = rowCopies == nil ? rows : tileRows
        let expandedRow = multiplier == 1 ? 0 : source.width.clampedProduct(with: target.channels)
        var layout = ScratchLayout()
        let pointersPart = layout.add(byteCount: depthwise.pointerByteCount(outputRows: mostRows))
        let expandedPart = layout.add(
            elementCount: instruction.window.height.clampedProduct(with: expandedRow), depthwise.inputType
        )
        let ringPart = layout.add(elementCount: rowCopies?.elementCount ?? 0, depthwise.inputType)
        return PlanStep(
            name:
                "depthwise \(instruction.window.height)×\(instruction.window.width)/\(instruction.window.strideHeight)",
            shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: depthwise.kernel.name,
            multiplyAccumulates: instruction.products,
            bytesMoved: byteCount([instruction.input, instruction.output]) + depthwise.byteCount,
            scratchByteCount: layout.byteCount,
            bind: { context in
                let pieces = DepthwiseSplit(
                    rows: height, tileRows: tileRows,
                    rowLength: target.width * target.channels,
                    channels: target.channels, lanes: multiplier == 1 ? depthwise.lanes : target.channels,
                    threadCount: context.threadCount)
                let taskCount = target.pixels * target.channels == 0 ? 0 : pieces.count
                return Pointers(input.elements(in: context), output.elements(in: context)).boundStep(
                    taskCount: taskCount
                ) { pointers, task, scratch in
                    let rowPointers = pointersPart.rows(in: scratch)
                    let expanded = expandedPart.elements(in: scratch)
                    let piece = pieces.rows(task)
                    let channels = pieces.channels(task)
                    var first = piece.lowerBound
                    var filled = 0
                    while first < piece.upperBound {
                        let (batch, row) = (first / target.height, first % target.height)
                        let count = min(mostRows, piece.upperBound - first, target.height - row)
                        if row == 0 { filled = 0 }
                        let picture = pointers.a + batch * source.height * source.width * source.channels
                        var copies = 0
                        depthwise.run(
                            outputRows: row..<row + count, pointers: rowPointers, inputPixelStride: target.channels,
                            output: pointers.output + first * target.width * target.channels + channels.lowerBound,
                            outputRowStride: target.width * target.channels, outputPixelStride: target.channels,
                            firstChannel: channels.lowerBound, channels: channels.count
                        ) { inputRow in
                            if RowCopies.areMade, let rowCopies {
                                let copy = rowCopies.row(
                                    inputRow, of: picture, filled: &filled, ring: ringPart.elements(in: scratch))
                                return copy + channels.lowerBound
                            }
                            let inputRow = picture + inputRow * source.width * source.channels
                            guard multiplier != 1 else { return inputRow + channels.lowerBound }
                            let copy = expanded + copies * expandedRow
                            copies += 1
                            copy.copy(from: inputRow, repeatedBy: multiplier, count: expandedRow)
                            return copy
                        }
                        first += count
                    }
                }
            })
    }
}

extension LoweredActivation {
    /// The constant that contains the slopes of a PReLU.
    var slopes: Int? {
        if case .prelu(let slopes) = self { return slopes }
        return nil
    }
}

extension KernelSet {
    /// Returns the first kernel in the list that supports the window; the last kernel supports every window.
    func depthwiseKernel(for window: Window) -> DepthwiseKernel {
        for kernel in depthwise where kernel.kernelSize == window.height && kernel.kernelSize == window.width {
            if kernel.stride == window.strideWidth && window.dilationWidth == 1 { return kernel }
        }
        return depthwise[depthwise.count - 1]
    }
}
