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
        builder.giveBack(instruction.filter)
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
