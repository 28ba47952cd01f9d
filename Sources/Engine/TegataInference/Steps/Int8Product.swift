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

/// The bytes of rows whose numbers all lie in a fixed range.
struct ByteRange: Sendable {
    let factor: Float
    let start: Float
    let rowByteCount: Int
    private let scale: Float
    private let scaleOffset: Int

    fileprivate init(_ kernels: Int8KernelSet, top: Float, depth: Int) {
        factor = 255 / top
        start = kernels.byteStart
        scale = top * (1 / 255)
        scaleOffset = Int8Weights.paddedDepth(depth)
        rowByteCount = Int8Weights.rowByteCount(depth: depth)
    }

    /// Stores the scale of each row.
    func storeScales(in rows: UnsafeMutableRawPointer, count: Int) {
        var place = rows + scaleOffset
        for _ in 0..<count {
            place.storeBytes(of: scale, as: Float.self)
            place += rowByteCount
        }
    }
}

extension PlanBuilder {
    /// Returns the bytes that a convolution's inputs can be produced as; nil if they are not from a fixed range.
    func byteRange(of instruction: ConvolutionInstruction) -> ByteRange? {
        guard let int8Kernels, kernels.storesBytes, isInt8(instruction) else { return nil }
        let top = largestInput(of: instruction)
        return top > 0 ? ByteRange(int8Kernels, top: top, depth: instruction.inner) : nil
    }

    /// Returns the bytes that a value between a block and a convolution is stored as, where the value's floats would be;
    /// nil if it is stored as it is.
    func byteRange(of value: Int) -> ByteRange? {
        int8Kernels == nil ? nil : productInputs.onlyReaders[value].flatMap { byteRange(of: $0) }
    }

    /// Whether the weights of a convolution are packed as bytes.
    func isInt8(_ instruction: ConvolutionInstruction) -> Bool {
        int8Kernels != nil && instruction.isPixel && instruction.inner >= 8
            && instruction.inner <= Int8Weights.mostDepth && instruction.outputPicture.pixels > 1
            && graph.values[instruction.input].type.element == .float32
            && (!usesFileBytesOnly || hasBytes(instruction.filter))
    }

    /// Whether 8-bit kernels can multiply a filter's bytes in the file.
    private func hasBytes(_ filter: Int) -> Bool { productInputs.hasFactors[filter] }

    /// The number of bytes of each weight.
    func int8Planes(of instruction: ConvolutionInstruction) -> Int {
        if hasBytes(instruction.filter) { return 1 }
        return instruction.startsStream && largestInput(of: instruction) > 0 ? 2 : 1
    }

    /// Packs the weights of a convolution as bytes.
    mutating func packInt8(_ instruction: ConvolutionInstruction, for kernels: Int8KernelSet) -> MatrixProduct {
        let inner = instruction.inner
        let columns = instruction.outputPicture.channels
        let residualColumns = instruction.residual.map { graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
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

    /// Returns the largest possible input of a convolution if its inputs come out of a clamp from 0; otherwise 0.
    private func largestInput(of convolution: ConvolutionInstruction) -> Float {
        productInputs.tops[convolution.input]
    }
}

/// What 8-bit products need to know of their inputs and filters, found in one pass over a graph. Programs for devices are smaller with
/// arrays, indexed by value, than with dictionaries.
struct ProductInputs {
    /// The upper limit of a value that comes out of a clamp from 0; otherwise 0.
    private(set) var tops: [Float] = []
    /// The convolution that alone reads a value, which a block by channels writes.
    private(set) var onlyReaders: [ConvolutionInstruction?] = []
    /// Whether a value is a filter of bytes that kernels multiply as they are.
    private(set) var hasFactors: [Bool] = []

    init() {}

    init(of graph: LoweredGraph) {
        tops = Array(repeating: 0, count: graph.values.count)
        onlyReaders = Array(repeating: nil, count: graph.values.count)
        hasFactors = graph.values.map { $0.byteWeights?.areFactors == true }
        var readCounts = Array(repeating: 0, count: graph.values.count)
        var blockOutputs: [Int] = []
        for output in graph.outputs { readCounts[output] += 1 }
        for instruction in graph.instructions {
            for value in instruction.inputs { readCounts[value] += 1 }
            switch instruction {
            case .convolution(let convolution):
                note(convolution)
                onlyReaders[convolution.input] = convolution
            case .depthwise(let depthwise):
                note(depthwise.activation, of: depthwise.output)
            case .block(let block):
                note(block.depthwise.activation, of: block.depthwise.output)
                if let expansion = block.expansion { note(expansion) }
                if let projection = block.projection { note(projection) }
                if block.cut == .channels { blockOutputs.append(block.output) }
            default: break
            }
        }
        for value in onlyReaders.indices where readCounts[value] != 1 || !blockOutputs.contains(value) {
            onlyReaders[value] = nil
        }
    }

    private mutating func note(_ convolution: ConvolutionInstruction) {
        note(convolution.activation, of: convolution.output)
    }

    private mutating func note(_ activation: LoweredActivation, of output: Int) {
        if case .clamp(low: 0, let high) = activation, high.isFinite { tops[output] = high }
    }
}

extension ConvolutionInstruction {
    /// Whether later blocks add to the result, as far as one can tell: it is neither limited nor added to another. Its
    /// errors then reach everything below, so its weights have 16 bits.
    fileprivate var startsStream: Bool { residual == nil && activation == .none }
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
