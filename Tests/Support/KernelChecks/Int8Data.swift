import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// An 8-bit matrix product with everything that it can be combined with.
package struct Int8Product {
    package var rows: Int
    package var depth: Int
    package var columns: Int
    /// 2 for weights of 16 bits.
    package var planes: Int
    var hasTop = false
    var hasResidual = false
    var activation = Activation.none
    /// Whether all inputs and weights are as large as possible.
    var isExtreme = false

    package init(rows: Int, depth: Int, columns: Int, planes: Int) {
        (self.rows, self.depth, self.columns, self.planes) = (rows, depth, columns, planes)
    }
}

/// The operands of a product, and its result as computed by naive evaluation.
package struct Int8Data {
    private let product: Int8Product
    private let a: Rows<Float>
    /// The columns of weights before rounding.
    private let source: Rows<Float>
    private let packed: Packed
    private let bias: Rows<Float>
    private let slopes: Rows<Float>
    private let residual: Rows<Float>
    private let top: Float
    private let low: Float = -0.5
    private let high: Float = 0.75

    /// A panel, and the memory that contains it.
    private struct Packed {
        let memory: Rows<Float>
        let weights: Int8Weights

        init(_ source: Rows<Float>, width: Int, planes: Int, startFactor: Int32) {
            let byteCount = width * Int8Weights.columnByteCount(depth: source.width, planes: planes)
            memory = Rows(1, byteCount / MemoryLayout<Float>.stride) { _, _ in 0 }
            weights = Int8Weights(at: memory.base, depth: source.width, width: width, planes: planes)
            for column in 0..<source.count {
                weights.store(source.base + column * source.stride, asColumn: column, startFactor: startFactor)
            }
        }
    }

    package init(_ product: Int8Product) {
        self.product = product
        let top: Float = product.hasTop ? 6 : 0
        self.top = top
        var noise = SplitMix64(seed: UInt64(product.rows &* 31 &+ product.depth &* 7 &+ product.columns))
        a = Rows(product.rows, product.depth, gap: 3) { row, _ in
            let value = noise.float()
            if product.isExtreme { return top > 0 ? top : row % 2 == 0 ? 3 : -3 }
            // A row of zeros has no scale.
            if row % 8 == 7 { return 0 }
            return top > 0 ? min(top, max(0, value * 8)) : value * Float(1 + row)
        }
        source = Rows(product.columns, product.depth) { column, _ in
            product.isExtreme ? (column % 2 == 0 ? 1 : -1) : noise.float()
        }
        packed = Packed(source, width: product.columns, planes: product.planes, startFactor: 0)
        bias = Rows(1, product.columns) { _, _ in noise.float() }
        slopes = Rows(1, product.columns) { _, _ in noise.float() }
        residual = Rows(product.rows, product.columns) { _, _ in noise.float() }
    }

    /// Returns a weight before rounding.
    package func unrounded(_ k: Int, ofColumn column: Int) -> Float { source[column, k] }

    /// Returns a byte of the rounded weights and its scale.
    package func weight(_ k: Int, ofColumn column: Int, plane: Int) -> (byte: Int8, scale: Float) {
        (
            packed.weights.weight(k, ofColumn: column, plane: plane),
            packed.weights.scale(ofColumn: column, plane: plane)
        )
    }

    func run(_ kernel: GemmKernel, of set: Int8KernelSet) -> Rows<Float> {
        let (rows, depth, columns) = (product.rows, product.depth, product.columns)
        let panel = Packed(
            source, width: kernel.width, planes: product.planes,
            startFactor: set.startFactor(hasTop: product.hasTop))
        let base = UnsafeMutableRawPointer(panel.memory.base)
        for column in 0..<kernel.width {
            let (bias, slope) = column < columns ? (bias[0, column], slopes[0, column]) : (.poison, .poison)
            base.storeBytes(of: bias, toByteOffset: panel.weights.biasOffset + 4 * column, as: Float.self)
            base.storeBytes(of: slope, toByteOffset: panel.weights.slopeOffset + 4 * column, as: Float.self)
        }
        // Bytes after a row have no effect, whatever their values.
        let rowByteCount = Int8Weights.rowByteCount(depth: depth)
        let bytes = Rows<Float>(rows, rowByteCount / MemoryLayout<Float>.stride)
        var quantization = QuantizeArguments(
            input: a.base, inputRowStride: a.stride, rows: rows, depth: depth, top: top, output: bytes.base)
        set.quantize(&quantization)
        let c = Rows<Float>(rows, columns, gap: 5)
        var arguments = GemmArguments(
            a: bytes.base, aRowStride: rowByteCount, segments: 1, segmentLength: Int8Weights.paddedDepth(depth),
            segmentStride: 0, panel: base, bias: base + panel.weights.biasOffset,
            slopes: base + panel.weights.slopeOffset,
            residual: product.hasResidual ? UnsafeRawPointer(residual.base) : nil, residualRowStride: columns,
            c: c.base, cRowStride: c.stride, rows: rows, columns: columns, activation: product.activation.rawValue,
            low: low, high: high)
        kernel.run(&arguments)
        return c
    }

    /// Returns the integers and the scale of a row.
    func quantized(_ row: Int) -> (values: [Int32], scale: Float) {
        let inputs = (0..<product.depth).map { a[row, $0] }
        var (factor, scale) = (255 / top, top * (1 / 255))
        if !product.hasTop {
            var largest: Float = 0
            for input in inputs { largest = max(largest, abs(input)) }
            factor = largest > 0 ? 127 / largest : 0
            scale = largest * (1 / 127)
        }
        // The product is exact in double precision, so that it is rounded once.
        return (inputs.map { Int32((Double($0) * Double(factor)).rounded(.toNearestOrEven)) }, scale)
    }

    /// Returns exactly what kernels compute, from the integers of the row.
    func expected(_ row: (values: [Int32], scale: Float), _ index: Int, _ column: Int) -> Float {
        var value = bias[0, column]
        for plane in 0..<product.planes {
            var sum: Int32 = 0
            for k in 0..<product.depth {
                sum += row.values[k] * Int32(packed.weights.weight(k, ofColumn: column, plane: plane))
            }
            value.addProduct(Float(sum), row.scale * packed.weights.scale(ofColumn: column, plane: plane))
        }
        if product.hasResidual { value += residual[index, column] }
        switch product.activation {
        case .none: return value
        case .clamp: return min(max(value, low), high)
        case .prelu: return value < 0 ? value * slopes[0, column] : value
        }
    }
}
