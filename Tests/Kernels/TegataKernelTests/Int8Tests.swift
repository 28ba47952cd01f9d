import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

/// An 8-bit matrix product with everything that can go with it.
struct Int8Case {
    var rows: Int
    var depth: Int
    var columns: Int
    var hasTop = false
    var hasResidual = false
    var activation = Activation.none
    /// Whether every input and weight is as large as it can be.
    var isExtreme = false
}

/// The operands of a case, and its result computed slowly.
struct Int8Data {
    let test: Int8Case
    let a: Rows
    let weights: Int8Weights
    let bias: [Float]
    let slopes: [Float]
    let residual: Rows
    let top: Float
    let low: Float = -0.5
    let high: Float = 0.75

    init(_ test: Int8Case) {
        self.test = test
        top = test.hasTop ? 6 : 0
        var noise = SplitMix64(seed: UInt64(test.rows &* 31 &+ test.depth &* 7 &+ test.columns))
        let hasTop = test.hasTop
        a = Rows(test.rows, test.depth, gap: 3) { row, k in
            if test.isExtreme { return hasTop ? 6 : row % 2 == 0 ? 3 : -3 }
            // A row of zeros has no scale.
            if row % 8 == 7 { return 0 }
            let value = noise.float()
            return hasTop ? min(6, max(0, value * 8)) : value * Float(1 + row)
        }
        var source = noise.floats(test.depth * test.columns)
        if test.isExtreme { source = source.indices.map { $0 / test.depth % 2 == 0 ? 1 : -1 } }
        weights = Int8Weights(rounding: source, count: test.columns, depth: test.depth)
        bias = noise.floats(test.columns)
        slopes = noise.floats(test.columns).map { $0 * 3 }
        residual = Rows(test.rows, test.columns, gap: 5) { _, _ in noise.float() }
    }

    /// Runs the kernels on rows `part` only.
    func run(_ kernel: GemmKernel, of set: Int8KernelSet, into c: inout Rows, part: Range<Int>) {
        let width = kernel.width
        let depth = Int8Weights.paddedDepth(test.depth)
        let panel = AlignedFloats([Float](repeating: 0, count: width * (depth / 4)))
        // Bias, scales and starts of sums.
        let vectors = AlignedFloats(
            bias + [Float](repeating: poison, count: width - test.columns) + [Float](repeating: 0, count: 2 * width))
        weights.pack(
            0..<test.columns, for: set, hasTop: test.hasTop, panel: panel.base, width: width, vectors: vectors.base)
        let slopes = slopes + [Float](repeating: poison, count: width - test.columns)
        // Bytes after a row have no effect, whatever they are.
        let rowByteCount = Int8Weights.rowByteCount(depth: test.depth)
        let bytes = AlignedFloats([Float](repeating: poison, count: part.count * rowByteCount / 4))
        let stride = c.stride
        a.withFloats { a in
            var arguments = QuantizeArguments(
                input: a + part.lowerBound * self.a.stride, inputRowStride: self.a.stride, rows: part.count,
                depth: test.depth, top: top, output: bytes.base)
            set.quantize(&arguments)
        }
        residual.withFloats { residual in
            c.withMutableFloats { c in
                var arguments = GemmArguments(
                    a: bytes.base, aRowStride: rowByteCount, segments: 1, segmentLength: depth, segmentStride: 0,
                    panel: panel.base, bias: vectors.base, slopes: slopes,
                    residual: test.hasResidual ? residual + part.lowerBound * self.residual.stride : nil,
                    residualRowStride: self.residual.stride, c: c + part.lowerBound * stride, cRowStride: stride,
                    rows: part.count, columns: test.columns, activation: test.activation.rawValue, low: low,
                    high: high)
                kernel.run(&arguments)
            }
        }
    }

    /// Returns the integers and the scale of a row.
    func quantized(_ row: Int) -> (values: [Int32], scale: Float) {
        let inputs = (0..<test.depth).map { a[row, $0] }
        var (factor, scale) = (255 / top, top * (1 / 255))
        if !test.hasTop {
            let largest = inputs.reduce(0) { max($0, abs($1)) }
            factor = largest > 0 ? 127 / largest : 0
            scale = largest * (1 / 127)
        }
        // The product is exact in double precision, so that it is rounded once.
        return (inputs.map { Int32((Double($0) * Double(factor)).rounded(.toNearestOrEven)) }, scale)
    }

    /// Returns exactly what kernels compute, from the integers of the row.
    func expected(_ row: (values: [Int32], scale: Float), _ index: Int, _ column: Int) -> Float {
        var sum: Int32 = 0
        for k in 0..<test.depth { sum += row.values[k] * Int32(weights.values[column * test.depth + k]) }
        var value = bias[column].addingProduct(Float(sum), row.scale * weights.scales[column])
        if test.hasResidual { value += residual[index, column] }
        switch test.activation {
        case .none: return value
        case .clamp: return min(max(value, low), high)
        case .prelu: return value < 0 ? value * slopes[column] : value
        }
    }
}

@Suite struct Int8Tests {
    static let sets = int8KernelSets()
    static let names = sets.flatMap { $0.gemm.map(\.name) }

    private func find(_ name: String) throws -> (set: Int8KernelSet, kernel: GemmKernel) {
        for set in Self.sets {
            if let kernel = set.gemm.first(where: { $0.name == name }) { return (set, kernel) }
        }
        throw MissingKernel()
    }

    private struct MissingKernel: Error {}

    @Test(arguments: names)
    func agreesWithPlainEvaluationToTheLastBit(name: String) throws {
        let (set, kernel) = try find(name)
        var failures: [String] = []
        for test in cases(width: kernel.width) {
            let data = Int8Data(test)
            var c = Rows(test.rows, test.columns, gap: 5)
            data.run(kernel, of: set, into: &c, part: 0..<test.rows)
            if !c.isPoisonIntact { failures.append("\(test): wrote outside of C") }
            for row in 0..<test.rows {
                let integers = data.quantized(row)
                for column in 0..<test.columns {
                    let value = data.expected(integers, row, column)
                    if c[row, column].bitPattern != value.bitPattern {
                        failures.append("\(test) at \(row), \(column): \(c[row, column]) instead of \(value)")
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failures, first: \(failures.first ?? "")")
    }

    @Test(arguments: names)
    func rowsDoNotDependOnTiles(name: String) throws {
        let (set, kernel) = try find(name)
        let rows = 2 * kernel.tileRows + 5
        let data = Int8Data(
            Int8Case(rows: rows, depth: 33, columns: kernel.width, hasResidual: true, activation: .prelu))
        var whole = Rows(rows, kernel.width, gap: 1)
        data.run(kernel, of: set, into: &whole, part: 0..<rows)
        for cut in 1..<rows {
            var parts = Rows(rows, kernel.width, gap: 1)
            data.run(kernel, of: set, into: &parts, part: 0..<cut)
            data.run(kernel, of: set, into: &parts, part: cut..<rows)
            #expect(parts.storage.map(\.bitPattern) == whole.storage.map(\.bitPattern), "cut at row \(cut)")
        }
    }

    @Test func infiniteInputsReachTheirRowOnly() {
        for set in Self.sets {
            for value in [Float.infinity, -.infinity, .nan] {
                var inputs = [Float](repeating: 1, count: 60)
                inputs[23] = value
                let bytes = AlignedFloats([Float](repeating: 0, count: 18))
                var arguments = QuantizeArguments(
                    input: inputs, inputRowStride: 20, rows: 3, depth: 20, top: 0, output: bytes.base)
                set.quantize(&arguments)
                let scales = [5, 11, 17].map { bytes.values[$0] }
                #expect(!scales[1].isFinite)
                #expect(scales[0] == 1 / Float(127) && scales[2] == scales[0])
            }
        }
    }

    @Test func weightsOfTwoBytesAreRoundedTo16Bits() {
        var noise = SplitMix64(seed: 5)
        let (count, depth) = (4, 50)
        // The last column is zero.
        let source = noise.floats((count - 1) * depth) + [Float](repeating: 0, count: depth)
        let (high, low) = Int8Weights.pair(rounding: source, count: count, depth: depth)
        for index in source.indices {
            let column = index / depth
            let sum =
                Float(high.values[index]) * high.scales[column] + Float(low.values[index]) * low.scales[column]
            #expect(abs(sum - source[index]) <= low.scales[column] * 0.51)
        }
        #expect(high.scales[3] == 0 && low.scales[3] == 0)
    }

    private func cases(width: Int) -> [Int8Case] {
        var result: [Int8Case] = []
        let activations: [Activation] = [.none, .clamp, .prelu]
        for rows in 0...30 {
            result.append(
                Int8Case(
                    rows: rows, depth: 1 + rows % 19, columns: width, hasTop: rows % 4 < 2, hasResidual: rows % 2 == 0,
                    activation: activations[rows % 3]))
        }
        for depth in 1...70 {
            result.append(Int8Case(rows: 9, depth: depth, columns: width, hasTop: depth % 3 == 0))
        }
        for columns in 1...width {
            result.append(
                Int8Case(
                    rows: 1 + columns % 17, depth: 5, columns: columns, hasResidual: columns % 3 != 0,
                    activation: activations[columns % 3]))
        }
        for hasTop in [false, true] {
            result.append(Int8Case(rows: 8, depth: 1152, columns: width, hasTop: hasTop))
            result.append(Int8Case(rows: 8, depth: 1152, columns: width, hasTop: hasTop, isExtreme: true))
        }
        return result
    }
}
