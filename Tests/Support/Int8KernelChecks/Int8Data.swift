import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// An 8-bit matrix product with all its optional parts.
package struct Int8Product {
    package var rows: Int
    package var depth: Int
    package var columns: Int
    /// The number of 8-bit planes of the weights: 2 for 16-bit weights.
    package var planes: Int
    var hasTop = false
    var hasResidual = false
    var activation = Activation.none
    /// Whether every input and weight has the largest possible value.
    var isExtreme = false

    package init(rows: Int, depth: Int, columns: Int, planes: Int) {
        (self.rows, self.depth, self.columns, self.planes) = (rows, depth, columns, planes)
    }
}

extension Int8Product {
    init(
        rows: Int, depth: Int, columns: Int, planes: Int, hasTop: Bool, hasResidual: Bool, activation: Activation,
        isExtreme: Bool
    ) {
        self.init(rows: rows, depth: depth, columns: columns, planes: planes)
        self.hasTop = hasTop
        self.hasResidual = hasResidual
        self.activation = activation
        self.isExtreme = isExtreme
    }
}

/// Fills memory that must not be read or overwritten.
let poison = Float(bitPattern: 0x7fc0_dead)

/// The operands of a product, and its result computed slowly.
package struct Int8Data {
    private let product: Int8Product
    /// Rows of inputs, with poison after each.
    private let a: [Float]
    private let aStride: Int
    /// The columns of weights, one after another.
    package let source: [Float]
    private let memory: [UInt32]
    private let bias: [Float]
    private let slopes: [Float]
    private let residual: [Float]
    private let top: Float
    private let low: Float = -0.5
    private let high: Float = 0.75

    package init(_ product: Int8Product) {
        self.product = product
        let (rows, depth, columns) = (product.rows, product.depth, product.columns)
        top = product.hasTop ? 6 : 0
        aStride = depth + 3
        var noise = SplitMix64(seed: UInt64(rows &* 31 &+ depth &* 7 &+ columns))
        var a: [Float] = []
        for row in 0..<rows {
            for _ in 0..<depth {
                let value = noise.float()
                if product.isExtreme {
                    a.append(product.hasTop ? 6 : row % 2 == 0 ? 3 : -3)
                } else if row % 8 == 7 {
                    // A row of zeros has no scale.
                    a.append(0)
                } else {
                    a.append(product.hasTop ? min(6, max(0, value * 8)) : value * Float(1 + row))
                }
            }
            a += [poison, poison, poison]
        }
        self.a = a
        var source = noise.floats(depth * columns)
        if product.isExtreme { for index in source.indices { source[index] = index / depth % 2 == 0 ? 1 : -1 } }
        self.source = source
        memory = Self.packed(source, product, width: columns, startFactor: 0)
        bias = noise.floats(columns)
        slopes = noise.floats(columns)
        residual = noise.floats(rows * columns)
    }

    /// Returns the memory of a panel that contains the product's columns.
    private static func packed(_ source: [Float], _ product: Int8Product, width: Int, startFactor: Int32) -> [UInt32] {
        let byteCount = width * Int8Weights.columnByteCount(depth: product.depth, planes: product.planes)
        var memory = [UInt32](repeating: 0, count: byteCount / 4)
        memory.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            let panel = Int8Weights(at: base, depth: product.depth, width: width, planes: product.planes)
            source.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                for column in 0..<product.columns {
                    panel.store(start + column * product.depth, asColumn: column, startFactor: startFactor)
                }
            }
        }
        return memory
    }

    /// Returns a byte of the rounded weights and its scale.
    package func weight(_ k: Int, ofColumn column: Int, plane: Int) -> (byte: Int8, scale: Float) {
        memory.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return (0, 0) }
            let weights = Int8Weights(
                at: UnsafeMutableRawPointer(mutating: base), depth: product.depth, width: product.columns,
                planes: product.planes)
            return (weights.weight(k, ofColumn: column, plane: plane), weights.scale(ofColumn: column, plane: plane))
        }
    }

    /// Returns rows of results with poison after each, and one row of poison.
    func run(_ kernel: GemmKernel, of set: Int8KernelSet) -> [Float] {
        let (rows, depth, width, columns) = (product.rows, product.depth, kernel.width, product.columns)
        var panel = Self.packed(
            source, product, width: width, startFactor: set.startFactor(hasTop: product.hasTop))
        let rowByteCount = Int8Weights.rowByteCount(depth: depth)
        // Bytes after a row must have no effect, whatever they are.
        var bytes = [Float](repeating: poison, count: (rows + 1) * rowByteCount / 4)
        let stride = columns + 5
        var c = [Float](repeating: poison, count: (rows + 1) * stride)
        panel.withUnsafeMutableBytes { panel in
            guard let base = panel.baseAddress else { return }
            let weights = Int8Weights(at: base, depth: depth, width: width, planes: product.planes)
            for column in 0..<width {
                let (bias, slope) = column < columns ? (bias[column], slopes[column]) : (poison, poison)
                base.storeBytes(of: bias, toByteOffset: weights.biasOffset + 4 * column, as: Float.self)
                base.storeBytes(of: slope, toByteOffset: weights.slopeOffset + 4 * column, as: Float.self)
            }
            bytes.withUnsafeMutableBytes { bytes in
                guard let quantized = bytes.baseAddress else { return }
                a.withUnsafeBufferPointer { a in
                    guard let start = a.baseAddress else { return }
                    var arguments = QuantizeArguments(
                        input: start, inputRowStride: aStride, rows: rows, depth: depth, top: top, output: quantized)
                    set.quantize(&arguments)
                }
                residual.withUnsafeBytes { residual in
                    c.withUnsafeMutableBytes { c in
                        guard let results = c.baseAddress else { return }
                        var arguments = GemmArguments(
                            a: quantized, aRowStride: rowByteCount, segments: 1,
                            segmentLength: Int8Weights.paddedDepth(depth), segmentStride: 0, panel: base,
                            bias: base + weights.biasOffset, slopes: base + weights.slopeOffset,
                            residual: product.hasResidual ? residual.baseAddress : nil, residualRowStride: columns,
                            c: results, cRowStride: stride, rows: rows, columns: columns,
                            activation: product.activation.rawValue, low: low, high: high)
                        kernel.run(&arguments)
                    }
                }
            }
        }
        return c
    }

    /// Returns the integers and the scale of a row.
    func quantized(_ row: Int) -> (values: [Int32], scale: Float) {
        let inputs = a[row * aStride..<row * aStride + product.depth]
        var (factor, scale) = (255 / top, top * (1 / 255))
        if !product.hasTop {
            var largest: Float = 0
            for input in inputs { largest = max(largest, abs(input)) }
            factor = largest > 0 ? 127 / largest : 0
            scale = largest * (1 / 127)
        }
        // The product is exact in double precision, so it is rounded only once.
        return (inputs.map { Int32((Double($0) * Double(factor)).rounded(.toNearestOrEven)) }, scale)
    }

    /// Returns the exact result of the kernels, computed from the integers of the row.
    func expected(_ row: (values: [Int32], scale: Float), _ index: Int, _ column: Int) -> Float {
        var value = bias[column]
        for plane in 0..<product.planes {
            var sum: Int32 = 0
            for k in 0..<product.depth {
                sum += row.values[k] * Int32(weight(k, ofColumn: column, plane: plane).byte)
            }
            value.addProduct(Float(sum), row.scale * weight(0, ofColumn: column, plane: plane).scale)
        }
        if product.hasResidual { value += residual[index * product.columns + column] }
        switch product.activation {
        case .none: return value
        case .clamp: return min(max(value, low), high)
        case .prelu: return value < 0 ? value * slopes[column] : value
        }
    }
}
