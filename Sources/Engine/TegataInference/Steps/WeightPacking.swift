import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Some adjacent output channels of a convolution, which are columns of a weight matrix.
struct FilterColumns {
    let instruction: ConvolutionInstruction
    let channels: Range<Int>
}

/// Adjacent columns of a panel that come from one of several matrices, which lie side by side.
struct PanelShare: Sendable {
    /// The index of the matrix.
    let part: Int
    /// The first of the columns in the matrix, its position in the panel, and the number of columns.
    let partColumn: Int
    let column: Int
    let count: Int

    /// Returns the shares that make up each panel. Panels and matrices are in the same order.
    static func shares(ofPanels panels: [Range<Int>], partWidths: [Int]) -> [[PanelShare]] {
        var part = 0
        var first = 0
        return panels.map { columns in
            var shares: [PanelShare] = []
            while part < partWidths.count, first < columns.upperBound {
                let width = partWidths[part]
                let shared = columns.clamped(to: first..<first + width)
                shares.append(
                    PanelShare(
                        part: part, partColumn: shared.lowerBound - first,
                        column: shared.lowerBound - columns.lowerBound, count: shared.count))
                // The rest of the matrix belongs to the next panel.
                guard first + width <= columns.upperBound else { break }
                first += width
                part += 1
            }
            return shares
        }
    }
}

extension PlanBuilder {
    /// Packs a convolution's weights: columns of a constant `[output channels][inner]` filter, either all of them or
    /// one group's.
    mutating func pack(_ instruction: ConvolutionInstruction, columns: Range<Int>? = nil) -> MatrixProduct {
        if let int8Kernels, isInt8(instruction) { return packInt8(instruction, for: int8Kernels) }
        let columns = columns ?? 0..<instruction.outputShape.channels
        let residualColumns = residualColumns(of: instruction)
        // A panel lies completely inside or completely outside the residual.
        let cut = min(max(residualColumns, columns.lowerBound), columns.upperBound)
        let panels = [columns.lowerBound..<cut, cut..<columns.upperBound].flatMap {
            packPanels([FilterColumns(instruction: instruction, channels: $0)])
        }
        let (activation, low, high) = instruction.activation.kernelForm
        return MatrixProduct(
            panels: panels, elements: kernels(for: instruction.input).elements, inner: instruction.inner,
            activation: activation, low: low, high: high, residualColumns: residualColumns)
    }

    /// Returns the number of columns of a convolution's product that its residual covers, starting at the left.
    func residualColumns(of instruction: ConvolutionInstruction) -> Int {
        instruction.residual.map { graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
    }

    /// Packs columns side by side, from one convolution or from several with the same inner dimension. The first column
    /// keeps its number.
    mutating func packPanels(_ parts: [FilterColumns]) -> [MatrixProduct.Panel] {
        let count = parts.reduce(0) { $0 + $1.channels.count }
        guard count > 0 else { return [] }
        let set = kernels(for: parts[0].instruction.input)
        let kernels = set.gemmKernels(columns: count)
        let layout = layout(of: kernels, depth: parts[0].instruction.inner, set.elements)
        let packed = PackedElements(byteCount: layout.byteCount, for: set, in: &weights)
        retain(packed.buffer)
        return pack(parts, for: kernels, of: set, into: packed)
    }

    /// Packs panels like ``packPanels(_:)``, for float32 products whose weights are stored as float16.
    mutating func packPanels(_ parts: [FilterColumns], asFloat16Of float16Kernels: KernelSet) -> [MatrixProduct.Panel] {
        let count = parts.reduce(0) { $0 + $1.channels.count }
        let inner = parts[0].instruction.inner
        let set = self.kernels
        let kernels = set.gemmKernels(columns: count)
        let floatLayout = layout(of: kernels, depth: inner, set.elements)
        let keptLayout = layout(of: kernels, depth: inner, float16Kernels.elements)
        let floats = PackedElements(AlignedBuffer(byteCount: floatLayout.byteCount), for: set)
        let keptWeights = PackedElements(byteCount: keptLayout.weightByteCount, for: float16Kernels, in: &weights)
        let vectors = PackedElements(byteCount: floatLayout.vectorByteCount, for: set, in: &weights)
        retain(keptWeights.buffer)
        retain(vectors.buffer)
        var (weightOffset, biasOffset) = (0, 0)
        return pack(parts, for: kernels, of: set, into: floats).map { panel in
            let width = panel.kernel.width
            let floatLayout = PanelLayout(depth: inner, width: width, elements: set.elements)
            let slopeOffset = biasOffset + floatLayout.slopeOffset() - floatLayout.biasOffset()
            defer {
                weightOffset +=
                    PanelLayout(depth: inner, width: width, elements: float16Kernels.elements).weightByteCount
                biasOffset += floatLayout.vectorByteCount
            }
            keptWeights.store(
                floats: panel.weights, count: width * inner, as: float16Kernels.elements.weight, at: weightOffset)
            vectors.store(
                floats: panel.bias, count: PanelLayout.vectorCount * width, as: set.elements.accumulator,
                at: biasOffset)
            return MatrixProduct.Panel(
                kernel: panel.kernel, firstColumn: panel.firstColumn, columns: panel.columns,
                weights: UnsafeRawPointer(keptWeights.address(weightOffset)),
                bias: UnsafeRawPointer(vectors.address(biasOffset)),
                slopes: panel.slopes == nil ? nil : UnsafeRawPointer(vectors.address(slopeOffset)))
        }
    }

    /// Returns the layout of a panel that is as wide as all panels together, and hence equally large.
    private func layout(of kernels: [GemmKernel], depth: Int, _ elements: KernelElements) -> PanelLayout {
        PanelLayout(depth: depth, width: kernels.reduce(0) { $0 + $1.width }, elements: elements)
    }

    private mutating func pack(
        _ parts: [FilterColumns], for kernels: [GemmKernel], of set: KernelSet, into packed: PackedElements
    ) -> [MatrixProduct.Panel] {
        let widths = parts.map { $0.channels.count }
        let count = widths.reduce(0, +)
        var first = 0
        let columns = kernels.map { kernel in
            defer { first += kernel.width }
            return first..<min(first + kernel.width, count)
        }
        let shares = PanelShare.shares(ofPanels: columns, partWidths: widths)
        var offset = 0
        let panels = kernels.indices.map { index in
            let layout = PanelLayout(
                depth: parts[0].instruction.inner, width: kernels[index].width, elements: set.elements)
            defer { offset += layout.byteCount }
            for share in shares[index] {
                pack(share, of: parts[share.part], for: set, into: packed, at: offset, layout)
            }
            return MatrixProduct.Panel(
                kernel: kernels[index], firstColumn: parts[0].channels.lowerBound + columns[index].lowerBound,
                columns: columns[index].count, weights: UnsafeRawPointer(packed.address(offset)),
                bias: UnsafeRawPointer(packed.address(offset + layout.biasOffset())),
                slopes: parts[0].instruction.activation.slopes == nil
                    ? nil : UnsafeRawPointer(packed.address(offset + layout.slopeOffset())))
        }
        // Groups share a filter, and the group that has its last columns comes last.
        for part in parts where part.channels.upperBound == part.instruction.outputShape.channels {
            releasePages(of: part.instruction.filter)
        }
        return panels
    }

    /// Packs the weights, bias and slopes for some columns of a panel, which starts at `offset`.
    private mutating func pack(
        _ share: PanelShare, of part: FilterColumns, for set: KernelSet, into packed: PackedElements, at offset: Int,
        _ layout: PanelLayout
    ) {
        let firstChannel = part.channels.lowerBound + share.partColumn
        let channels = firstChannel..<firstChannel + share.count
        var arguments = PackGemmArguments(
            weights: sourceWeights(part.instruction.filter).advanced(by: firstChannel * layout.depth),
            columnStride: layout.depth, depth: layout.depth, columns: share.count,
            panel: packed.address(offset + layout.weightOffset(ofColumn: share.column)), width: layout.width)
        set.packGemm(&arguments)
        packed.store(
            channelValues(part.instruction.bias, channels), as: set.elements.accumulator,
            at: offset + layout.biasOffset(ofColumn: share.column))
        packed.store(
            channelValues(part.instruction.activation.slopes, channels), as: set.elements.accumulator,
            at: offset + layout.slopeOffset(ofColumn: share.column))
    }

    /// Returns the elements of a constant filter as stored in the file, or a copy if they are unaligned or are bytes.
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
