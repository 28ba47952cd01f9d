import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A depthwise convolution with packed weights that computes some rows of its output at a time. The weights lie in a
/// buffer that the network keeps.
struct DepthwiseRows: @unchecked Sendable {
    let kernel: DepthwiseKernel
    private let window: Window
    private let inputHeight: Int
    let byteCount: Int
    private let lanes: Int
    private let target: Picture
    private let inputWidth: Int
    private let weights: UnsafePointer<Float>
    private let bias: UnsafePointer<Float>
    private let slopes: UnsafePointer<Float>?
    private let activation: (kind: Activation, low: Float, high: Float)

    /// Bytes for the addresses of the input rows under some output rows.
    func pointerByteCount(outputRows: Int) -> Int {
        let inputRows = window.height + (canRunTogether ? (outputRows - 1) * window.strideHeight : 0)
        return inputRows * MemoryLayout<UnsafePointer<Float>>.stride
    }

    /// Whether the kernel takes several output rows at once: they are as far apart as neighbouring pixels.
    var canRunTogether: Bool { window.dilationHeight == 1 && window.strideHeight == window.strideWidth }

    init(_ builder: inout PlanBuilder, _ instruction: DepthwiseInstruction) {
        let channels = instruction.outputPicture.channels
        let taps = instruction.window.height * instruction.window.width
        lanes = builder.kernels.lanes
        let padded = (channels + lanes - 1) / lanes * lanes
        let buffer = AlignedBuffer(byteCount: max(padded * (taps + 2) * 4, 4))
        builder.retain(buffer)
        let weights = buffer.floats(at: 0, count: padded * taps)
        var arguments = PackDepthwiseArguments(
            weights: builder.sourceWeights(instruction.filter), taps: taps, channels: channels, packed: weights)
        builder.kernels.packDepthwise(&arguments)
        builder.copyChannels(instruction.bias, 0..<channels, to: buffer, at: padded * taps)
        builder.copyChannels(instruction.activation.slopes, 0..<channels, to: buffer, at: padded * (taps + 1))
        self.weights = UnsafePointer(weights)
        bias = UnsafePointer(buffer.floats(at: padded * taps * 4, count: padded))
        slopes =
            instruction.activation.slopes == nil
            ? nil : UnsafePointer(buffer.floats(at: padded * (taps + 1) * 4, count: padded))
        byteCount = buffer.count
        kernel = builder.kernels.depthwiseKernel(for: instruction.window)
        window = instruction.window
        inputHeight = instruction.inputPicture.height
        target = instruction.outputPicture
        inputWidth = instruction.inputPicture.width
        activation = instruction.activation.kernelForm
    }

    /// Computes neighbouring output rows. Input rows, whose addresses are asked for in ascending order and kept in
    /// `pointers`, and `output` start at `firstChannel`, which is a multiple of the vector's lanes.
    @inline(__always)
    func run(
        outputRows: Range<Int>, pointers: UnsafeMutablePointer<UnsafePointer<Float>>, inputPixelStride: Int,
        output: UnsafeMutablePointer<Float>, outputRowStride: Int, outputPixelStride: Int, firstChannel: Int,
        channels: Int,
        inputRow: (Int) -> UnsafePointer<Float>
    ) {
        let together = canRunTogether ? outputRows.count : 1
        for first in stride(from: outputRows.lowerBound, to: outputRows.upperBound, by: max(together, 1)) {
            var valid = window.rowsInside(y: first, height: inputHeight)
            if canRunTogether {
                let top = first * window.strideHeight - window.padTop
                let end = min(window.height + (together - 1) * window.strideHeight, inputHeight - top)
                valid = valid.lowerBound..<max(valid.lowerBound, end)
            }
            for (position, windowRow) in valid.enumerated() {
                pointers[position] = inputRow(window.inputRow(y: first, windowRow: windowRow))
            }
            var arguments = DepthwiseArguments(
                inputRows: pointers, firstKernelRow: valid.lowerBound, rowCount: valid.count, inputWidth: inputWidth,
                inputPixelStride: inputPixelStride, output: output + (first - outputRows.lowerBound) * outputRowStride,
                outputWidth: target.width, outputPixelStride: outputPixelStride, outputRows: together,
                outputRowStride: outputRowStride, channels: channels, kernelHeight: window.height,
                kernelWidth: window.width,
                stride: window.strideWidth, dilation: window.dilationWidth, padLeft: window.padLeft,
                weights: weights + firstChannel * window.height * window.width, bias: bias + firstChannel,
                slopes: slopes.map { $0 + firstChannel }, activation: activation.kind, low: activation.low,
                high: activation.high)
            kernel.run(&arguments)
        }
    }
}

extension PlanBuilder {
    mutating func bind(_ instruction: DepthwiseInstruction) -> PlanStep {
        let input = operand(instruction.input)
        let output = operand(instruction.output)
        let source = instruction.inputPicture
        let target = instruction.outputPicture
        let depthwise = DepthwiseRows(&self, instruction)
        let multiplier = instruction.multiplier
        let height = target.batches * target.height
        // With a multiplier each input channel is repeated for its outputs, row by row, in scratch memory.
        let mostRows = multiplier == 1 ? target.height : 1
        let expandedRow = multiplier == 1 ? 0 : source.width * target.channels
        var layout = ScratchLayout()
        let pointersPart = layout.add(byteCount: depthwise.pointerByteCount(outputRows: mostRows))
        let expandedPart = layout.add(floatCount: instruction.window.height * expandedRow)
        let lanes = kernels.lanes
        return PlanStep(
            name:
                "depthwise \(instruction.window.height)×\(instruction.window.width)/\(instruction.window.strideHeight)",
            shape: "\(description(instruction.input)) → \(description(instruction.output))",
            kernel: depthwise.kernel.name,
            multiplyAccumulates: target.pixels * target.channels * instruction.window.height * instruction.window.width,
            bytesMoved: byteCount([instruction.input, instruction.output]) + depthwise.byteCount,
            scratchByteCount: layout.byteCount,
            bind: { context in
                let pieces = DepthwisePieces(
                    rows: height, tileRows: DepthwiseTiling.height(rows: mostRows),
                    rowLength: target.width * target.channels,
                    channels: target.channels, lanes: multiplier == 1 ? lanes : target.channels,
                    threadCount: context.threadCount)
                let taskCount = target.pixels * target.channels == 0 ? 0 : pieces.count
                return Pointers(input.floats(in: context), output.floats(in: context)).boundStep(taskCount: taskCount) {
                    pointers, task, scratch in
                    let rowPointers = pointersPart.rows(in: scratch)
                    let expanded = expandedPart.floats(in: scratch)
                    let piece = pieces.rows(task)
                    let channels = pieces.channels(task)
                    var first = piece.lowerBound
                    while first < piece.upperBound {
                        let (batch, row) = (first / target.height, first % target.height)
                        let count = min(mostRows, piece.upperBound - first, target.height - row)
                        let picture = pointers.a + batch * source.height * source.width * source.channels
                        var copies = 0
                        depthwise.run(
                            outputRows: row..<row + count, pointers: rowPointers, inputPixelStride: target.channels,
                            output: pointers.output + first * target.width * target.channels + channels.lowerBound,
                            outputRowStride: target.width * target.channels, outputPixelStride: target.channels,
                            firstChannel: channels.lowerBound, channels: channels.count
                        ) { inputRow in
                            let inputRow = picture + inputRow * source.width * source.channels
                            guard multiplier != 1 else { return inputRow + channels.lowerBound }
                            let copy = expanded + copies * expandedRow
                            copies += 1
                            for element in 0..<expandedRow { copy[element] = inputRow[element / multiplier] }
                            return UnsafePointer(copy)
                        }
                        first += count
                    }
                }
            })
    }
}

/// A depthwise convolution cut into tasks: by rows, in whole tiles, and by blocks of channels where there are too few
/// of them for all threads.
package struct DepthwisePieces: Sendable {
    private let rowPieces: Pieces
    private let blockPieces: Pieces
    private let channelCount: Int
    private let lanes: Int

    package init(rows: Int, tileRows: Int, rowLength: Int, channels: Int, lanes: Int, threadCount: Int) {
        let most = min(2 * threadCount, max(1, rows * rowLength / LeastWork.depthwiseSums))
        let size = (rows + most - 1) / most
        rowPieces = Pieces(rows, size: (size + tileRows - 1) / tileRows * tileRows)
        let blocks = (channels + lanes - 1) / max(lanes, 1)
        let tooFew = rowPieces.pieceCount < threadCount
        blockPieces = Pieces(blocks, least: 1, most: tooFew ? max(1, most / max(rowPieces.pieceCount, 1)) : 1)
        channelCount = channels
        self.lanes = lanes
    }

    package var count: Int { rowPieces.pieceCount * blockPieces.pieceCount }

    package func rows(_ task: Int) -> Range<Int> { rowPieces.range(task / blockPieces.pieceCount) }

    package func channels(_ task: Int) -> Range<Int> {
        let blocks = blockPieces.range(task % blockPieces.pieceCount)
        return blocks.lowerBound * lanes..<min(blocks.upperBound * lanes, channelCount)
    }
}

extension LoweredActivation {
    /// The constant that holds the slopes of a PReLU.
    var slopes: Int? {
        if case .prelu(let slopes) = self { return slopes }
        return nil
    }
}

extension KernelSet {
    /// The first kernel of the list that takes the window; the last one takes every window.
    func depthwiseKernel(for window: Window) -> DepthwiseKernel {
        for kernel in depthwise where kernel.kernelSize == window.height && kernel.kernelSize == window.width {
            if kernel.stride == window.strideWidth && window.dilationWidth == 1 { return kernel }
        }
        return depthwise[depthwise.count - 1]
    }
}
