import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A depthwise convolution with packed weights that computes one row of its output at a time. The weights lie in a buffer that the
/// network keeps.
struct DepthwiseRows: @unchecked Sendable {
    let kernel: DepthwiseKernel
    let rows: WindowRows
    let byteCount: Int
    private let lanes: Int
    private let target: Picture
    private let inputWidth: Int
    private let weights: UnsafePointer<Float>
    private let bias: UnsafePointer<Float>
    private let slopes: UnsafePointer<Float>?
    private let activation: (kind: Activation, low: Float, high: Float)

    /// Bytes for the addresses of the rows under a window.
    var pointerByteCount: Int { rows.window.height * MemoryLayout<UnsafePointer<Float>>.stride }

    init(_ builder: inout PlanBuilder, _ step: DepthwiseStep) {
        let channels = step.outputPicture.channels
        let taps = step.window.height * step.window.width
        lanes = builder.kernels.lanes
        let padded = (channels + lanes - 1) / lanes * lanes
        let buffer = AlignedBuffer(byteCount: max(padded * (taps + 2) * 4, 4))
        builder.retain(buffer)
        let weights = buffer.floats(at: 0, count: padded * taps)
        var arguments = PackDepthwiseArguments(
            weights: builder.sourceWeights(step.filter), taps: taps, channels: channels, packed: weights)
        builder.kernels.packDepthwise(&arguments)
        builder.copyChannels(step.bias, 0..<channels, to: buffer, at: padded * taps)
        builder.copyChannels(step.activation.slopes, 0..<channels, to: buffer, at: padded * (taps + 1))
        self.weights = UnsafePointer(weights)
        bias = UnsafePointer(buffer.floats(at: padded * taps * 4, count: padded))
        slopes = step.activation.slopes == nil ? nil : UnsafePointer(buffer.floats(at: padded * (taps + 1) * 4, count: padded))
        byteCount = buffer.count
        kernel = builder.kernels.depthwiseKernel(for: step.window)
        rows = WindowRows(window: step.window, inputHeight: step.inputPicture.height)
        target = step.outputPicture
        inputWidth = step.inputPicture.width
        activation = step.activation.kernelForm
    }

    /// Computes one output row. `inputRows` are the rows under `valid`, the part of the window inside the picture; they and `output` start at
    /// `firstChannel`, which is a multiple of the vector's lanes.
    @inline(__always)
    func run(
        inputRows: UnsafePointer<UnsafePointer<Float>>, valid: Range<Int>, inputPixelStride: Int,
        output: UnsafeMutablePointer<Float>, outputPixelStride: Int, firstChannel: Int, channels: Int
    ) {
        var arguments = DepthwiseArguments(
            inputRows: inputRows, firstKernelRow: valid.lowerBound, rowCount: valid.count, inputWidth: inputWidth,
            inputPixelStride: inputPixelStride, output: output, outputWidth: target.width, outputPixelStride: outputPixelStride,
            channels: channels, kernelHeight: rows.window.height, kernelWidth: rows.window.width,
            stride: rows.window.strideWidth, dilation: rows.window.dilationWidth, padLeft: rows.window.padLeft,
            weights: weights + firstChannel * rows.window.height * rows.window.width, bias: bias + firstChannel,
            slopes: slopes.map { $0 + firstChannel }, activation: activation.kind, low: activation.low, high: activation.high)
        kernel.run(&arguments)
    }
}

extension PlanBuilder {
    mutating func bind(_ step: DepthwiseStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let source = step.inputPicture
        let target = step.outputPicture
        let depthwise = DepthwiseRows(&self, step)
        let multiplier = step.multiplier
        let pieces = Pieces(target.batches * target.height, least: max(1, 4096 / max(target.width * target.channels, 1)), most: 24)
        let taskCount = target.pixels * target.channels == 0 ? 0 : pieces.pieceCount
        // With a multiplier each input channel is repeated for its outputs, row by row, in scratch memory.
        let pointerBytes = aligned(depthwise.pointerByteCount)
        let expandedRow = multiplier == 1 ? 0 : source.width * target.channels
        return PlanStep(
            name: "depthwise \(step.window.height)×\(step.window.width)/\(step.window.strideHeight)",
            shape: "\(description(step.input)) → \(description(step.output))", kernel: depthwise.kernel.name,
            multiplyAccumulates: target.pixels * target.channels * step.window.height * step.window.width,
            bytesMoved: byteCount([step.input, step.output]) + depthwise.byteCount,
            scratchByteCount: pointerBytes + step.window.height * expandedRow * 4,
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(taskCount: taskCount) {
                    pointers, task, scratch in
                    let rowPointers = scratch.assumingMemoryBound(to: UnsafePointer<Float>.self)
                    let expanded = (scratch + pointerBytes).assumingMemoryBound(to: Float.self)
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * source.width * source.channels
                        let valid = depthwise.rows.valid(outputRow: row)
                        for (position, windowRow) in valid.enumerated() {
                            let inputRow =
                                picture + depthwise.rows.inputRow(outputRow: row, windowRow: windowRow) * source.width
                                * source.channels
                            rowPointers[position] = inputRow
                            if multiplier != 1 {
                                let copy = expanded + position * expandedRow
                                for element in 0..<expandedRow { copy[element] = inputRow[element / multiplier] }
                                rowPointers[position] = UnsafePointer(copy)
                            }
                        }
                        depthwise.run(
                            inputRows: rowPointers, valid: valid, inputPixelStride: target.channels,
                            output: pointers.output + index * target.width * target.channels,
                            outputPixelStride: target.channels, firstChannel: 0, channels: target.channels)
                    }
                }
            })
    }

    func aligned(_ byteCount: Int) -> Int {
        (byteCount + AlignedBuffer.alignment - 1) / AlignedBuffer.alignment * AlignedBuffer.alignment
    }
}

extension StepActivation {
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
