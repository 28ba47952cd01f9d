import TegataBuffers
import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    mutating func bind(_ step: DepthwiseStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let source = step.inputPicture
        let target = step.outputPicture
        let window = step.window
        let kernel = kernels.depthwiseKernel(for: window)
        let weights = packDepthwise(step)
        let activation = step.activation.kernelForm
        let rows = WindowRows(window: window, inputHeight: source.height)
        let multiplier = step.multiplier
        let pieces = Pieces(target.batches * target.height, least: max(1, 4096 / max(target.width * target.channels, 1)), most: 24)
        // With a multiplier each input channel is repeated for its outputs, row by row, in scratch memory.
        let pointerBytes = aligned(window.height * MemoryLayout<UnsafePointer<Float>>.stride)
        let expandedRow = multiplier == 1 ? 0 : source.width * target.channels
        return PlanStep(
            name: "depthwise \(window.height)×\(window.width)/\(window.strideHeight)",
            shape: "\(description(step.input)) → \(description(step.output))", kernel: kernel.name,
            multiplyAccumulates: target.pixels * target.channels * window.height * window.width,
            bytesMoved: byteCount([step.input, step.output]) + weights.byteCount,
            taskCount: target.pixels * target.channels == 0 ? 0 : pieces.pieceCount,
            scratchByteCount: pointerBytes + window.height * expandedRow * 4,
            bind: { arena in
                Pointers(input.floats(in: arena), output.floats(in: arena)).body { pointers, task, scratch in
                    let rowPointers = scratch.assumingMemoryBound(to: UnsafePointer<Float>.self)
                    let expanded = (scratch + pointerBytes).assumingMemoryBound(to: Float.self)
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * source.width * source.channels
                        let valid = rows.valid(outputRow: row)
                        for (position, windowRow) in valid.enumerated() {
                            let inputRow =
                                picture + rows.inputRow(outputRow: row, windowRow: windowRow) * source.width * source.channels
                            rowPointers[position] = inputRow
                            if multiplier != 1 {
                                let copy = expanded + position * expandedRow
                                for element in 0..<expandedRow { copy[element] = inputRow[element / multiplier] }
                                rowPointers[position] = UnsafePointer(copy)
                            }
                        }
                        var arguments = DepthwiseArguments(
                            inputRows: rowPointers, firstKernelRow: valid.lowerBound, rowCount: valid.count,
                            inputWidth: source.width, inputPixelStride: target.channels,
                            output: pointers.output + index * target.width * target.channels, outputWidth: target.width,
                            outputPixelStride: target.channels, channels: target.channels, kernelHeight: window.height,
                            kernelWidth: window.width, stride: window.strideWidth, dilation: window.dilationWidth,
                            padLeft: window.padLeft, weights: weights.weights, bias: weights.bias, slopes: weights.slopes,
                            activation: activation.kind, low: activation.low, high: activation.high)
                        kernel.run(&arguments)
                    }
                }
            })
    }

    /// Weights, bias and slopes in the kernels' layout, padded with zeros to whole vectors.
    private mutating func packDepthwise(_ step: DepthwiseStep) -> PackedChannels {
        let channels = step.outputPicture.channels
        let lanes = kernels.lanes
        let blocks = (channels + lanes - 1) / lanes
        let taps = step.window.height * step.window.width
        let padded = blocks * lanes
        let buffer = AlignedBuffer(byteCount: max(padded * (taps + 2) * 4, 4))
        retain(buffer)
        let weights = buffer.floats(at: 0, count: padded * taps)
        if let filter = graph.values[step.filter].constantView {
            for block in 0..<blocks {
                for tap in 0..<taps {
                    for lane in 0..<min(lanes, channels - block * lanes) {
                        weights[(block * taps + tap) * lanes + lane] = filter[tap * channels + block * lanes + lane]
                    }
                }
            }
        }
        return PackedChannels(
            weights: UnsafePointer(weights),
            bias: fillChannels(buffer, at: padded * taps, from: step.bias, count: channels),
            slopes: step.activation.slopes.map { fillChannels(buffer, at: padded * (taps + 1), from: $0, count: channels) },
            byteCount: buffer.count)
    }

    /// Copies a constant vector into a packed buffer, `offset` floats from its start.
    func fillChannels(_ buffer: AlignedBuffer, at offset: Int, from value: Int?, count: Int) -> UnsafePointer<Float> {
        let target = buffer.floats(at: offset * 4, count: count)
        if let value, let view = graph.values[value].constantView {
            for index in 0..<min(count, view.count) { target[index] = view[index] }
        }
        return UnsafePointer(target)
    }

    func aligned(_ byteCount: Int) -> Int {
        (byteCount + AlignedBuffer.alignment - 1) / AlignedBuffer.alignment * AlignedBuffer.alignment
    }
}

/// Packed weights of a depthwise step, inside a buffer that the network keeps.
private struct PackedChannels: @unchecked Sendable {
    let weights: UnsafePointer<Float>
    let bias: UnsafePointer<Float>
    let slopes: UnsafePointer<Float>?
    let byteCount: Int
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
