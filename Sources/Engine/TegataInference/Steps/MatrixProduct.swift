import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A weight matrix split into panels in the kernels' layout, with bias, slopes and activation: everything that a
/// product needs except its operands. The panels are in buffers that the network keeps.
struct MatrixProduct: @unchecked Sendable {
    /// Some neighbouring columns and the kernel that multiplies them.
    struct Panel {
        let kernel: GemmKernel
        let firstColumn: Int
        var columns: Int
        let weights: UnsafeRawPointer
        let bias: UnsafeRawPointer
        let slopes: UnsafeRawPointer?
    }

    let panels: [Panel]
    /// The element types of operands and packed weights.
    let elements: KernelElements
    let inner: Int
    let activation: Activation
    let low: Float
    let high: Float
    /// The number of columns that the residual covers, starting at the left.
    let residualColumns: Int
    /// Converts weights to float32 if they are kept as float16 although the kernels read float32.
    var widen: (@Sendable (UnsafePointer<WidenArguments>) -> Void)?

    /// Converts rows to bytes if the weights are bytes.
    var quantizer: RowQuantizer?

    /// The scratch memory in bytes that a run needs.
    var scratchByteCount: Int { quantizer?.scratchByteCount ?? 0 }

    /// Operands of a product, all pointing at row 0 and column 0.
    struct Operands {
        var a: Elements
        var aRowStride: Int
        var segments = 1
        var segmentLength: Int
        var segmentStride = 0
        var output: Elements
        var outputRowStride: Int
        var residual: Elements?
        var residualRowStride = 0
        var rows: Int
        /// Memory of ``scratchByteCount`` bytes.
        var scratch: UnsafeMutableRawPointer?
    }

    /// Multiplies by all panels.
    @inline(__always)
    func run(_ operands: Operands) {
        run(panels: 0..<panels.count, operands)
    }

    /// The number of bytes that ``weights(of:in:)`` may need.
    var widenedByteCount: Int {
        widen == nil ? 0 : panels.reduce(0) { max($0, $1.kernel.width) } * inner * MemoryLayout<Float>.stride
    }

    /// Returns a panel's weights in the form that its kernel reads, converted to float32 in `scratch`; nil if they are
    /// kept in that form.
    func weights(of panel: Int, in scratch: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
        guard let widen else { return nil }
        var arguments = WidenArguments(
            input: panels[panel].weights.assumingMemoryBound(to: UInt16.self),
            output: scratch.assumingMemoryBound(to: Float.self), count: panels[panel].kernel.width * inner)
        widen(&arguments)
        return UnsafeRawPointer(scratch)
    }

    /// Multiplies by some of the panels, or by a single one if `weights` is given.
    func run(panels range: Range<Int>, weights: UnsafeRawPointer? = nil, _ operands: Operands) {
        guard let quantizer else { return multiply(range, weights: weights, operands) }
        var operands = operands
        operands.segmentLength = Int8Weights.paddedDepth(inner)
        if operands.a.type == .int8 {
            operands.aRowStride = quantizer.rowByteCount
            return multiply(range, operands)
        }
        guard let scratch = operands.scratch else { preconditionFailure("8-bit products have scratch memory") }
        for row in stride(from: 0, to: operands.rows, by: quantizer.rowsAtOnce) {
            var part = operands
            part.rows = min(quantizer.rowsAtOnce, operands.rows - row)
            part.output = operands.output + row * operands.outputRowStride
            part.residual = operands.residual.map { $0 + row * operands.residualRowStride }
            quantizer.convert(
                operands.a + row * operands.aRowStride, rowStride: operands.aRowStride, rows: part.rows, to: scratch)
            part.a = Elements(scratch, .int8)
            part.aRowStride = quantizer.rowByteCount
            multiply(range, part)
        }
    }

    private func multiply(_ range: Range<Int>, weights: UnsafeRawPointer? = nil, _ operands: Operands) {
        // Access in place, because a copy of a panel would count references to its kernel.
        panels.withUnsafeBufferPointer { panels in
            for index in range {
                let firstColumn = panels[index].firstColumn
                let hasResidual = firstColumn < residualColumns
                var arguments = GemmArguments(
                    a: operands.a.pointer, aRowStride: operands.aRowStride, segments: operands.segments,
                    segmentLength: operands.segmentLength, segmentStride: operands.segmentStride,
                    panel: weights ?? panels[index].weights, bias: panels[index].bias, slopes: panels[index].slopes,
                    residual: hasResidual ? operands.residual.map { UnsafeRawPointer($0.at(firstColumn)) } : nil,
                    residualRowStride: operands.residualRowStride, c: operands.output.at(firstColumn),
                    cRowStride: operands.outputRowStride, rows: operands.rows, columns: panels[index].columns,
                    activation: activation.rawValue, low: low, high: high)
                panels[index].kernel.run(&arguments)
            }
        }
    }

    /// The names of the kernels, without repeats.
    var kernelNames: String {
        var names: [String] = []
        for panel in panels where !names.contains(panel.kernel.name) { names.append(panel.kernel.name) }
        var text = ""
        for name in names { text += text.isEmpty ? name : " + \(name)" }
        return text
    }
}

/// Some neighbouring output channels of a convolution, which are columns of a weight matrix.
struct FilterColumns {
    let instruction: ConvolutionInstruction
    let channels: Range<Int>
}

extension PlanBuilder {
    /// Packs the weights of a convolution: columns of a constant `[output channels][inner]` filter, either all of them
    /// or those of one group.
    mutating func pack(_ instruction: ConvolutionInstruction, columns: Range<Int>? = nil) -> MatrixProduct {
        if let int8Kernels, isInt8(instruction) { return packInt8(instruction, for: int8Kernels) }
        let columns = columns ?? 0..<instruction.outputPicture.channels
        let residualColumns = instruction.residual.map { graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
        // A panel lies completely inside or completely outside the residual.
        let cut = min(max(residualColumns, columns.lowerBound), columns.upperBound)
        let panels =
            packPanels([FilterColumns(instruction: instruction, channels: columns.lowerBound..<cut)])
            + packPanels([FilterColumns(instruction: instruction, channels: cut..<columns.upperBound)])
        let (activation, low, high) = instruction.activation.kernelForm
        return MatrixProduct(
            panels: panels, elements: kernels(for: instruction.input).elements, inner: instruction.inner,
            activation: activation, low: low, high: high, residualColumns: residualColumns)
    }

    /// Packs columns side by side, from one convolution or from several with the same inner dimension. The first column
    /// keeps its number.
    mutating func packPanels(_ parts: [FilterColumns]) -> [MatrixProduct.Panel] {
        let count = parts.reduce(0) { $0 + $1.channels.count }
        guard count > 0 else { return [] }
        let set = kernels(for: parts[0].instruction.input)
        let kernels = set.gemmKernels(columns: count)
        let packed = PackedElements(byteCount: byteCount(kernels, of: set, parts), for: set, in: &weights)
        retain(packed.buffer)
        return pack(parts, for: kernels, of: set, into: packed)
    }

    /// Packs panels like ``packPanels(_:)``, for float32 products whose weights are kept as float16.
    mutating func packPanels(_ parts: [FilterColumns], asFloat16Of float16Kernels: KernelSet) -> [MatrixProduct.Panel] {
        let count = parts.reduce(0) { $0 + $1.channels.count }
        let inner = parts[0].instruction.inner
        let kernels = self.kernels.gemmKernels(columns: count)
        let floats = PackedElements(
            AlignedBuffer(byteCount: byteCount(kernels, of: self.kernels, parts)), for: self.kernels)
        let width = kernels.reduce(0) { $0 + $1.width }
        let (kept, sums) = (KernelElement.float16, self.kernels.elements.accumulator)
        let keptWeights = PackedElements(byteCount: width * inner * kept.byteCount, for: float16Kernels, in: &weights)
        let vectors = PackedElements(byteCount: width * 2 * sums.byteCount, for: self.kernels, in: &weights)
        retain(keptWeights.buffer)
        retain(vectors.buffer)
        var first = 0
        return pack(parts, for: kernels, of: self.kernels, into: floats).map { panel in
            let width = panel.kernel.width
            defer { first += width }
            let (weightOffset, biasOffset) = (first * inner * kept.byteCount, first * 2 * sums.byteCount)
            keptWeights.store(floats: panel.weights, count: width * inner, as: kept, at: weightOffset)
            vectors.store(floats: panel.bias, count: width * 2, as: sums, at: biasOffset)
            return MatrixProduct.Panel(
                kernel: panel.kernel, firstColumn: panel.firstColumn, columns: panel.columns,
                weights: UnsafeRawPointer(keptWeights.address(weightOffset)),
                bias: UnsafeRawPointer(vectors.address(biasOffset)),
                slopes: panel.slopes == nil
                    ? nil : UnsafeRawPointer(vectors.address(biasOffset + width * sums.byteCount)))
        }
    }

    /// Returns the size in bytes of the weights, bias and slopes of all panels.
    private func byteCount(_ kernels: [GemmKernel], of set: KernelSet, _ parts: [FilterColumns]) -> Int {
        kernels.reduce(0) { $0 + $1.width } * set.elements.columnByteCount(weights: parts[0].instruction.inner)
    }

    private mutating func pack(
        _ parts: [FilterColumns], for kernels: [GemmKernel], of set: KernelSet, into packed: PackedElements
    ) -> [MatrixProduct.Panel] {
        let count = parts.reduce(0) { $0 + $1.channels.count }
        let inner = parts[0].instruction.inner
        let (weight, sums) = (set.elements.weight, set.elements.accumulator)
        var panels: [MatrixProduct.Panel] = []
        var offset = 0
        var first = 0
        // Panels and parts are in the same order: the current part, and its first column.
        var next = 0
        var partFirst = 0
        for kernel in kernels {
            let columns = first..<min(first + kernel.width, count)
            let biasOffset = offset + kernel.width * inner * weight.byteCount
            let slopeOffset = biasOffset + kernel.width * sums.byteCount
            while next < parts.count, partFirst < columns.upperBound {
                let part = parts[next]
                let shared = columns.clamped(to: partFirst..<partFirst + part.channels.count)
                let channel = part.channels.lowerBound + shared.lowerBound - partFirst
                let channels = channel..<channel + shared.count
                let column = shared.lowerBound - first
                var arguments = PackGemmArguments(
                    weights: sourceWeights(part.instruction.filter).advanced(by: channel * inner), columnStride: inner,
                    depth: inner, columns: shared.count, panel: packed.address(offset + column * weight.byteCount),
                    width: kernel.width)
                set.packGemm(&arguments)
                let columnOffset = column * sums.byteCount
                packed.store(channelValues(part.instruction.bias, channels), as: sums, at: biasOffset + columnOffset)
                packed.store(
                    channelValues(part.instruction.activation.slopes, channels), as: sums,
                    at: slopeOffset + columnOffset)
                // The rest of the part belongs to the next panel.
                guard partFirst + part.channels.count <= columns.upperBound else { break }
                partFirst += part.channels.count
                next += 1
            }
            panels.append(
                MatrixProduct.Panel(
                    kernel: kernel, firstColumn: parts[0].channels.lowerBound + first, columns: columns.count,
                    weights: UnsafeRawPointer(packed.address(offset)),
                    bias: UnsafeRawPointer(packed.address(biasOffset)),
                    slopes: parts[0].instruction.activation.slopes == nil
                        ? nil : UnsafeRawPointer(packed.address(slopeOffset))))
            offset = slopeOffset + kernel.width * sums.byteCount
            first += columns.count
        }
        // Groups share a filter, and the group with its last columns comes last.
        for part in parts where part.channels.upperBound == part.instruction.outputPicture.channels {
            releasePages(of: part.instruction.filter)
        }
        return panels
    }

    /// Returns the elements of a constant filter as stored in the file, or a copy if they are unaligned or bytes there.
    mutating func sourceWeights(_ value: Int) -> SourceWeights {
        if let weights = graph.values[value].byteWeights { return .float32(convertedFloats(weights, of: value)) }
        if let view = graph.values[value].constantView {
            let address = UnsafeRawPointer(view.base)
            switch view.type.element {
            case .float16 where Int(bitPattern: address) % 2 == 0:
                return .float16(address.assumingMemoryBound(to: UInt16.self))
            case .float32 where Int(bitPattern: address) % 4 == 0:
                return .float32(address.assumingMemoryBound(to: Float.self))
            default: break
            }
        }
        guard let elements = operand(value).constantElements else { preconditionFailure("filters are constants") }
        return .float32(elements.floats)
    }

    /// Returns channels of a constant vector; empty if there is no vector.
    func channelValues(_ value: Int?, _ range: Range<Int>) -> [Float] {
        guard let value, let view = graph.values[value].constantView else { return [] }
        return range.map { view[$0] }
    }
}

extension SourceWeights {
    fileprivate func advanced(by count: Int) -> SourceWeights {
        let size = KernelElement(rawValue: element)?.byteCount ?? 0
        return SourceWeights(elements: elements + count * size, element: element)
    }
}

extension ConvolutionInstruction {
    /// The number of products per output element.
    var inner: Int { window.height * window.width * (inputPicture.channels / groups) }

    var products: Int { (outputPicture.pixels * outputPicture.channels).clampedProduct(with: inner) }

    var isPixel: Bool { window.isPixel && groups == 1 }
}
