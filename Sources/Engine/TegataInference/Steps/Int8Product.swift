import TegataBuffers
import TegataGraph
import TegataKernelABI

/// The conversion of a product's rows to bytes, which 8-bit kernels multiply. A few rows at a time are converted and
/// multiplied by all panels, so that their bytes stay in the nearest cache.
struct RowQuantizer: Sendable {
    let run: @Sendable (UnsafePointer<QuantizeArguments>) -> Void
    let inner: Int
    /// The largest possible input if all are known to lie in 0 ... `top`; otherwise 0, in which case each row has a
    /// separate scale.
    let top: Float
    /// The number of rows that are converted together: whole tiles.
    let rowsAtOnce: Int

    init(_ kernels: Int8KernelSet, inner: Int, top: Float, tileRows: Int) {
        run = kernels.quantize
        self.inner = inner
        self.top = top
        rowsAtOnce = max(1, CacheShare.quantizedBytes / Int8Weights.rowByteCount(depth: inner) / tileRows) * tileRows
    }

    /// The number of bytes in a converted row, including its scale.
    var rowByteCount: Int { Int8Weights.rowByteCount(depth: inner) }

    var scratchByteCount: Int { rowsAtOnce * rowByteCount }

    /// Converts at most ``rowsAtOnce`` rows.
    func convert(_ a: Elements, rowStride: Int, rows: Int, to scratch: UnsafeMutableRawPointer) {
        var arguments = QuantizeArguments(
            input: a.floats, inputRowStride: rowStride, rows: rows, depth: inner, top: top, output: scratch)
        run(&arguments)
    }
}

/// The bytes of rows whose numbers all lie within a fixed range.
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
    /// Returns the bytes as which a convolution's inputs can be produced; nil if they do not have a fixed range.
    func byteRange(of instruction: ConvolutionInstruction) -> ByteRange? {
        guard let int8Kernels, kernels.storesBytes, isInt8(instruction) else { return nil }
        let top = largestInput(of: instruction)
        return top > 0 ? ByteRange(int8Kernels, top: top, depth: instruction.inner) : nil
    }

    /// Returns the bytes as which a value between a block and a convolution is stored, in place of its floats; nil if
    /// it is stored as it is.
    func byteRange(of value: Int) -> ByteRange? {
        int8Kernels == nil ? nil : productInputs.onlyReaders[value].flatMap { byteRange(of: $0) }
    }

    /// Whether the weights of a convolution are packed as bytes.
    func isInt8(_ instruction: ConvolutionInstruction) -> Bool {
        int8Kernels != nil && instruction.isPixel && instruction.inner >= 8
            && instruction.inner <= Int8Weights.mostDepth && instruction.outputShape.pixels > 1
            && graph.values[instruction.input].type.element == .float32
            && (!usesFileBytesOnly || hasBytes(instruction.filter))
    }

    /// Whether 8-bit kernels can multiply a filter's bytes as stored in the file.
    func hasBytes(_ filter: Int) -> Bool { productInputs.hasFactors[filter] }

    /// The number of bytes per weight.
    func int8Planes(of instruction: ConvolutionInstruction) -> Int {
        if hasBytes(instruction.filter) { return 1 }
        return instruction.startsStream && largestInput(of: instruction) > 0 ? 2 : 1
    }

    /// Returns the largest possible input of a convolution if its inputs come from a clamp starting at 0; otherwise 0.
    func largestInput(of convolution: ConvolutionInstruction) -> Float {
        productInputs.tops[convolution.input]
    }
}

/// What 8-bit products need to know about their inputs and filters, found in one pass over a graph. Programs for
/// devices are smaller with arrays, indexed by value, than with dictionaries.
struct ProductInputs {
    /// The upper limit of a value that comes from a clamp starting at 0; otherwise 0.
    private(set) var tops: [Float] = []
    /// The convolution that is the only reader of a value written by a block by channels.
    private(set) var onlyReaders: [ConvolutionInstruction?] = []
    /// Whether a value is a filter of bytes that kernels can multiply as they are.
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
    /// Whether later blocks add to the result, as far as one can tell: it is neither clamped nor added to another
    /// result. Its errors then affect everything that follows, so its weights have 16 bits.
    fileprivate var startsStream: Bool { residual == nil && activation == .none }
}
