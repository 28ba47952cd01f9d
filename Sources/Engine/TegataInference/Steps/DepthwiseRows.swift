import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A depthwise convolution with packed weights that computes some of its output rows at a time. The weights are in a
/// buffer that the network keeps alive.
struct DepthwiseRows: @unchecked Sendable {
    let kernel: DepthwiseKernel
    private let window: Window
    private let inputHeight: Int
    let byteCount: Int
    let lanes: Int
    private let target: ImageShape
    private let inputWidth: Int
    let inputType: ElementType
    private let elements: KernelElements
    private let weights: UnsafeRawPointer
    private let bias: UnsafeRawPointer
    private let slopes: UnsafeRawPointer?
    private let activation: (kind: Activation, low: Float, high: Float)
    /// The range of the bytes as which results are stored; nil if they are not stored as bytes.
    let bytes: ByteRange?

    /// Returns the size in bytes of the addresses of the input rows under some output rows.
    func pointerByteCount(outputRows: Int) -> Int {
        let inputRows = window.height + (canRunTogether ? (outputRows - 1) * window.strideHeight : 0)
        return inputRows * MemoryLayout<UnsafeRawPointer>.stride
    }

    /// Whether the kernel computes several output rows at once, which requires the same stride along both axes and no
    /// row dilation.
    var canRunTogether: Bool { window.dilationHeight == 1 && window.strideHeight == window.strideWidth }

    /// Whether a vector is shorter than a cache line, so that all windows in a row come back for the rest of the line.
    var readsPartsOfLines: Bool { lanes * inputType.byteCount < 64 }

    var outputType: ElementType { bytes == nil ? inputType : .int8 }

    /// The number of elements from one pixel of dense output to the next.
    var outputPixelLength: Int { bytes?.rowByteCount ?? target.channels }

    init(_ builder: inout PlanBuilder, _ instruction: DepthwiseInstruction, bytes: ByteRange? = nil) {
        let channels = instruction.outputShape.channels
        let kernels = builder.kernels(for: instruction.input)
        let layout = PanelLayout(of: instruction, for: kernels)
        let packed = PackedElements(byteCount: layout.byteCount, for: kernels, in: &builder.weights)
        builder.retain(packed.buffer)
        var arguments = PackDepthwiseArguments(
            weights: builder.sourceWeights(instruction.filter), taps: layout.depth, channels: channels,
            packed: packed.address(0))
        kernels.packDepthwise(&arguments)
        builder.releasePages(of: instruction.filter)
        lanes = kernels.lanes
        elements = kernels.elements
        inputType = ElementType(elements.input)
        let sums = elements.accumulator
        packed.store(builder.channelValues(instruction.bias, 0..<channels), as: sums, at: layout.biasOffset())
        packed.store(
            builder.channelValues(instruction.activation.slopes, 0..<channels), as: sums, at: layout.slopeOffset())
        weights = UnsafeRawPointer(packed.address(0))
        bias = UnsafeRawPointer(packed.address(layout.biasOffset()))
        slopes =
            instruction.activation.slopes == nil ? nil : UnsafeRawPointer(packed.address(layout.slopeOffset()))
        byteCount = packed.buffer.count
        kernel = kernels.depthwiseKernel(for: instruction.window)
        window = instruction.window
        inputHeight = instruction.inputShape.height
        target = instruction.outputShape
        inputWidth = instruction.inputShape.width
        activation = instruction.activation.kernelForm
        self.bytes = bytes
    }

    /// Computes adjacent output rows. `inputRow` is called in ascending order, and `pointers` stores the addresses that
    /// it returns. Input rows and `output` start at `firstChannel`, which is a multiple of the vector's lanes.
    @inline(__always)
    func run(
        outputRows: Range<Int>, pointers: UnsafeMutablePointer<UnsafeRawPointer>, inputPixelStride: Int,
        output: Elements, outputRowStride: Int, outputPixelStride: Int, firstChannel: Int,
        channels: Int,
        inputRow: (Int) -> Elements
    ) {
        let together = canRunTogether ? outputRows.count : 1
        let taps = window.height * window.width
        let skippedSums = firstChannel * elements.accumulator.byteCount
        for first in stride(from: outputRows.lowerBound, to: outputRows.upperBound, by: max(together, 1)) {
            var valid = window.rowsInside(y: first, height: inputHeight)
            if canRunTogether {
                let top = first * window.strideHeight - window.padTop
                let end = min(window.height + (together - 1) * window.strideHeight, inputHeight - top)
                valid = valid.lowerBound..<max(valid.lowerBound, end)
            }
            for (position, windowRow) in valid.enumerated() {
                pointers[position] = UnsafeRawPointer(inputRow(window.inputRow(y: first, windowRow: windowRow)).pointer)
            }
            var arguments = DepthwiseArguments(
                inputRows: pointers, firstKernelRow: valid.lowerBound, rowCount: valid.count, inputWidth: inputWidth,
                inputPixelStride: inputPixelStride,
                output: output.at((first - outputRows.lowerBound) * outputRowStride),
                outputWidth: target.width, outputPixelStride: outputPixelStride, outputRows: together,
                tileRows: kernel.tiling.height(rows: together), outputRowStride: outputRowStride, channels: channels,
                kernelHeight: window.height, kernelWidth: window.width, stride: window.strideWidth,
                dilation: window.dilationWidth, padLeft: window.padLeft,
                weights: weights + firstChannel * taps * elements.weight.byteCount, bias: bias + skippedSums,
                slopes: slopes.map { $0 + skippedSums }, activation: activation.kind.rawValue, low: activation.low,
                high: activation.high, byteFactor: bytes?.factor ?? 0, byteStart: bytes?.start ?? 0)
            kernel.run(&arguments)
        }
    }
}

extension PanelLayout {
    /// The memory of a depthwise convolution's packed weights, which end with a whole vector.
    init(of instruction: DepthwiseInstruction, for kernels: KernelSet) {
        let channels = (instruction.outputShape.channels + kernels.lanes - 1) / kernels.lanes * kernels.lanes
        self.init(
            depth: instruction.window.height * instruction.window.width, width: channels, elements: kernels.elements)
    }
}
