import TegataBuffers
import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    /// Packs the weights of a convolution as bytes.
    mutating func packInt8(_ instruction: ConvolutionInstruction, for kernels: Int8KernelSet) -> MatrixProduct {
        let inner = instruction.inner
        let columns = instruction.outputShape.channels
        let residualColumns = residualColumns(of: instruction)
        let cut = min(residualColumns, columns)
        let top = largestInput(of: instruction)
        let planes = int8Planes(of: instruction)
        let panels = [0..<cut, cut..<columns].flatMap {
            packInt8(instruction, columns: $0, planes: planes, hasTop: top > 0, for: kernels)
        }
        releasePages(of: instruction.filter)
        let (activation, low, high) = instruction.activation.kernelForm
        return MatrixProduct(
            panels: panels, elements: self.kernels.elements, inner: inner, activation: activation, low: low,
            high: high, residualColumns: residualColumns,
            // Convolutions without output channels have no panels.
            quantizer: RowQuantizer(kernels, inner: inner, top: top, tileRows: panels.first?.kernel.tileRows ?? 1))
    }

    private mutating func packInt8(
        _ instruction: ConvolutionInstruction, columns: Range<Int>, planes: Int, hasTop: Bool,
        for kernels: Int8KernelSet
    ) -> [MatrixProduct.Panel] {
        let inner = instruction.inner
        let bytes = hasBytes(instruction.filter) ? graph.values[instruction.filter].byteWeights : nil
        let floats =
            bytes == nil
            ? FloatColumns(sourceWeights(instruction.filter), depth: inner, widen: self.kernels.widen) : nil
        let startFactor = kernels.startFactor(hasTop: hasTop)
        var first = columns.lowerBound
        return kernels.gemmKernels(columns: columns.count, planes: planes).map { kernel in
            let width = kernel.width
            let stored = first..<min(first + width, columns.upperBound)
            defer { first += width }
            let byteCount = width * Int8Weights.columnByteCount(depth: inner, planes: planes)
            let packed = PackedElements(byteCount: byteCount, for: self.kernels, in: &weights)
            retain(packed.buffer)
            let panel = Int8Weights(at: packed.address(0), depth: inner, width: width, planes: planes)
            for column in stored {
                let position = column - stored.lowerBound
                if let floats {
                    panel.store(floats.column(column), asColumn: position, startFactor: startFactor)
                } else if let bytes {
                    panel.store(
                        bytes.bytes(ofChannel: column), scale: bytes.scale(ofChannel: column), asColumn: position,
                        startFactor: startFactor)
                }
            }
            packed.store(channelValues(instruction.bias, stored), as: .float32, at: panel.biasOffset)
            packed.store(channelValues(instruction.activation.slopes, stored), as: .float32, at: panel.slopeOffset)
            return MatrixProduct.Panel(
                kernel: kernel, firstColumn: stored.lowerBound, columns: stored.count,
                weights: UnsafeRawPointer(packed.address(0)),
                bias: UnsafeRawPointer(packed.address(panel.biasOffset)),
                slopes: instruction.activation.slopes == nil
                    ? nil : UnsafeRawPointer(packed.address(panel.slopeOffset)))
        }
    }
}

/// Columns of a filter as floats, one at a time.
private struct FloatColumns {
    private let source: SourceWeights
    private let depth: Int
    private let widen: @Sendable (UnsafePointer<WidenArguments>) -> Void
    private let buffer: AlignedBuffer

    init(_ source: SourceWeights, depth: Int, widen: @escaping @Sendable (UnsafePointer<WidenArguments>) -> Void) {
        self.source = source
        self.depth = depth
        self.widen = widen
        buffer = AlignedBuffer(byteCount: depth * MemoryLayout<Float>.stride)
    }

    /// Returns a column, which is valid until the next call.
    func column(_ index: Int) -> UnsafePointer<Float> {
        guard source.element == KernelElement.float16.rawValue else {
            return source.elements.assumingMemoryBound(to: Float.self) + index * depth
        }
        let floats = buffer.floats(at: 0, count: depth)
        var arguments = WidenArguments(
            input: source.elements.assumingMemoryBound(to: UInt16.self) + index * depth, output: floats, count: depth)
        widen(&arguments)
        return UnsafePointer(floats)
    }
}
