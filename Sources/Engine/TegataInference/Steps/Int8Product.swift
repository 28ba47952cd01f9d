import TegataBuffers
import TegataGraph
import TegataKernelABI

/// The conversion of a product's rows to bytes, which 8-bit kernels multiply. A few rows at a time are converted and
/// multiplied by all panels, so that their bytes stay in the nearest cache.
struct RowQuantizer: Sendable {
    let run: @Sendable (UnsafePointer<QuantizeArguments>) -> Void
    let inner: Int
    /// The largest input if all are known to lie in 0 ... `top`; otherwise 0, and each row has a scale of its own.
    let top: Float
    /// The number of rows that are converted together: whole tiles.
    let rowsAtOnce: Int

    init(_ kernels: Int8KernelSet, inner: Int, top: Float, tileRows: Int) {
        run = kernels.quantize
        self.inner = inner
        self.top = top
        rowsAtOnce = max(1, CacheShare.quantizedBytes / Int8Weights.rowByteCount(depth: inner) / tileRows) * tileRows
    }

    /// The number of bytes of a converted row with its scale.
    var rowByteCount: Int { Int8Weights.rowByteCount(depth: inner) }

    var scratchByteCount: Int { rowsAtOnce * rowByteCount }

    /// Converts at most ``rowsAtOnce`` rows.
    func convert(_ a: Elements, rowStride: Int, rows: Int, to scratch: UnsafeMutableRawPointer) {
        var arguments = QuantizeArguments(
            input: a.floats, inputRowStride: rowStride, rows: rows, depth: inner, top: top, output: scratch)
        run(&arguments)
    }
}

extension PlanBuilder {
    /// Whether the weights of a convolution are packed as bytes.
    func isInt8(_ instruction: ConvolutionInstruction) -> Bool {
        int8Kernels != nil && instruction.isPixel && instruction.inner >= 8
            && instruction.inner <= Int8Weights.mostDepth && instruction.outputPicture.pixels > 1
            && graph.values[instruction.input].type.element == .float32
    }

    /// Packs the weights of a convolution as bytes.
    mutating func packInt8(_ instruction: ConvolutionInstruction, for kernels: Int8KernelSet) -> MatrixProduct {
        let inner = instruction.inner
        let columns = instruction.outputPicture.channels
        let residualColumns = instruction.residual.map { graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
        let cut = min(residualColumns, columns)
        let top = largestInput(of: instruction)
        let source = channelValues(instruction.filter, 0..<columns * inner)
        func panels(_ columnWeights: Int8Weights, bias: Int?) -> [MatrixProduct.Panel] {
            [0..<cut, cut..<columns].flatMap {
                packInt8(instruction, columnWeights, bias: bias, columns: $0, hasTop: top > 0, for: kernels)
            }
        }
        var highPanels: [MatrixProduct.Panel] = []
        let lowPanels: [MatrixProduct.Panel]
        if top > 0 && instruction.startsStream {
            let (high, low) = Int8Weights.pair(rounding: source, count: columns, depth: inner)
            highPanels = panels(high, bias: instruction.bias)
            lowPanels = panels(low, bias: nil)
        } else {
            let columnWeights = Int8Weights(rounding: source, count: columns, depth: inner)
            lowPanels = panels(columnWeights, bias: instruction.bias)
        }
        releasePages(of: instruction.filter)
        let (activation, low, high) = instruction.activation.kernelForm
        return MatrixProduct(
            panels: lowPanels, elements: self.kernels.elements, inner: inner, activation: activation, low: low,
            high: high, residualColumns: residualColumns,
            quantizer: RowQuantizer(kernels, inner: inner, top: top, tileRows: lowPanels[0].kernel.tileRows),
            highPanels: highPanels)
    }

    private mutating func packInt8(
        _ instruction: ConvolutionInstruction, _ columnWeights: Int8Weights, bias: Int?, columns: Range<Int>,
        hasTop: Bool, for kernels: Int8KernelSet
    ) -> [MatrixProduct.Panel] {
        var first = columns.lowerBound
        return kernels.gemmKernels(columns: columns.count).map { kernel in
            let width = kernel.width
            let stored = first..<min(first + width, columns.upperBound)
            defer { first += width }
            let (size, biasOffset) = (MemoryLayout<Float>.stride, width * Int8Weights.paddedDepth(columnWeights.depth))
            let slopeOffset = biasOffset + 3 * width * size
            let packed = PackedElements(byteCount: slopeOffset + width * size, for: self.kernels, in: &weights)
            retain(packed.buffer)
            packed.store(channelValues(bias, stored), as: .float32, at: biasOffset)
            packed.store(channelValues(instruction.activation.slopes, stored), as: .float32, at: slopeOffset)
            columnWeights.pack(
                stored, for: kernels, hasTop: hasTop, panel: packed.address(0), width: width,
                vectors: packed.address(biasOffset))
            return MatrixProduct.Panel(
                kernel: kernel, firstColumn: stored.lowerBound, columns: stored.count,
                weights: UnsafeRawPointer(packed.address(0)), bias: UnsafeRawPointer(packed.address(biasOffset)),
                slopes: instruction.activation.slopes == nil ? nil : UnsafeRawPointer(packed.address(slopeOffset)))
        }
    }

    /// Returns the largest possible input of a convolution if its inputs come out of a clamp from 0; otherwise 0.
    private func largestInput(of convolution: ConvolutionInstruction) -> Float {
        for instruction in graph.instructions {
            for case (convolution.input, .clamp(low: 0, let high)) in instruction.activations where high.isFinite {
                return high
            }
        }
        return 0
    }
}

extension ConvolutionInstruction {
    /// Whether later blocks add to the result, as far as one can tell: it is neither limited nor added to another. Its
    /// errors then reach everything below, so its weights have 16 bits.
    fileprivate var startsStream: Bool { residual == nil && activation == .none }
}

extension Instruction {
    /// The values that the instruction's products write, and the activations that these come out of.
    fileprivate var activations: [(output: Int, LoweredActivation)] {
        switch self {
        case .convolution(let instruction): [(instruction.output, instruction.activation)]
        case .depthwise(let instruction): [(instruction.output, instruction.activation)]
        case .block(let block):
            [(block.depthwise.output, block.depthwise.activation)]
                + [block.expansion, block.projection].compactMap { $0 }.map { ($0.output, $0.activation) }
        default: []
        }
    }
}
