import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// A matrix product with all its optional parts.
private struct Product {
    let rows: Int
    let segments: Int
    let segmentLength: Int
    let columns: Int
    let width: Int
    let activation: Activation
    let hasResidual: Bool
    let a: Float16Rows
    let panel: Float16Rows
    let bias: Float16Rows
    let slopes: Float16Rows
    let residual: Float16Rows
    let low: Float = -0.5
    let high: Float = 0.75

    var depth: Int { segments * segmentLength }

    init(
        rows: Int, segments: Int = 1, segmentLength: Int, columns: Int, width: Int, activation: Activation = .none,
        hasResidual: Bool = false
    ) {
        self.rows = rows
        self.segments = segments
        self.segmentLength = segmentLength
        self.columns = columns
        self.width = width
        self.activation = activation
        self.hasResidual = hasResidual
        var noise = SplitMix64(seed: UInt64(rows &* 31 &+ segmentLength &* 7 &+ segments))
        // Each segment is a separate row, so that reading beyond it meets poison. The operands do not depend on the
        // width of the panel.
        a = Float16Rows(rows * segments, segmentLength, gap: 3) { _, _ in noise.float16() }
        residual = Float16Rows(rows, columns, gap: 5) { _, _ in noise.float16() }
        panel = Float16Rows(segments * segmentLength, width) { row, column in
            var noise = SplitMix64(seed: UInt64(row &* 1000 &+ column))
            return noise.float16()
        }
        bias = Float16Rows(1, width) { _, column in Float16(column % 7) / 4 - 0.75 }
        slopes = Float16Rows(1, width) { _, column in Float16(column % 5) / 2 - 0.5 }
    }

    /// Computes only the rows in `part`.
    func run(_ kernel: GemmKernel, into c: Float16Rows, _ part: Range<Int>) {
        let rowStride = a.stride * segments
        var arguments = GemmArguments(
            a: a.base + part.lowerBound * rowStride, aRowStride: rowStride, segments: segments,
            segmentLength: segmentLength, segmentStride: a.stride, panel: panel.base, bias: bias.base,
            slopes: activation == .prelu ? UnsafeRawPointer(slopes.base) : nil,
            residual: hasResidual ? UnsafeRawPointer(residual.base + part.lowerBound * residual.stride) : nil,
            residualRowStride: residual.stride, c: c.base + part.lowerBound * c.stride, cRowStride: c.stride,
            rows: part.count, columns: columns, activation: activation.rawValue, low: low, high: high)
        kernel.run(&arguments)
    }

    func result(_ kernel: GemmKernel) -> Float16Rows {
        let c = Float16Rows(rows, columns, gap: 5)
        run(kernel, into: c, 0..<rows)
        return c
    }

    /// Returns the result and the largest error of a float16 sum, which consists of short chains of products and the
    /// sum of their sums.
    func expected(_ row: Int, _ column: Int) -> (value: Double, tolerance: Double) {
        var sum = Double(bias[0, column])
        if hasResidual { sum += Double(residual[row, column]) }
        var size = abs(Double(bias[0, column])) + abs(hasResidual ? Double(residual[row, column]) : 0)
        for k in 0..<depth {
            let factor = Double(a[row * segments + k / segmentLength, k % segmentLength])
            let product = factor * Double(panel[k, column])
            sum += product
            size += abs(product)
        }
        let value = activate(sum, activation, low: low, high: high, slope: slopes[0, column])
        let roundings = 32 + Double(depth) / 32 + Double(segments) + 2
        // Slopes are at most 1.5, and multiplying by them rounds once more.
        return (value, roundings * roundoff * size * 1.5)
    }
}

extension Float16KernelChecks {
    mutating func checkSums(_ kernel: GemmKernel) {
        let activations: [Activation] = [.none, .clamp, .prelu]
        let width = kernel.width
        var products: [Product] = []
        for rows in 0...18 {
            products.append(
                Product(
                    rows: rows, segmentLength: 1 + rows * 5 % 70, columns: width, width: width,
                    activation: activations[rows % 3], hasResidual: rows % 2 == 0))
        }
        for columns in 1...width {
            products.append(
                Product(
                    rows: 1 + columns % 9, segmentLength: 5, columns: columns, width: width,
                    activation: activations[columns % 3], hasResidual: columns % 3 != 0))
        }
        for activation in activations {
            products.append(
                Product(
                    rows: 15, segments: 3, segmentLength: 45, columns: width, width: width, activation: activation,
                    hasResidual: true))
        }
        products.append(Product(rows: 3, segmentLength: 0, columns: width, width: width))
        products.append(Product(rows: 8, segmentLength: 1152, columns: width, width: width))
        for product in products {
            let c = product.result(kernel)
            expect(c.isIntact, "\(kernel.name): wrote outside of C")
            for row in 0..<product.rows {
                for column in 0..<product.columns {
                    let (value, tolerance) = product.expected(row, column)
                    expect(
                        c[row, column], value, within: tolerance,
                        "\(kernel.name), \(product.rows) rows, depth \(product.depth), at \(row), \(column)")
                }
            }
        }
    }

    /// Added one by one, ones in float16 would stop at 2048.
    mutating func checkLongChains(_ kernel: GemmKernel) {
        let depth = 4096
        let ones = Float16Rows(kernel.tileRows, depth) { _, _ in 1 }
        let panel = Float16Rows(depth, kernel.width) { _, _ in 1 }
        let bias = Float16Rows(1, kernel.width) { _, _ in 0 }
        let c = Float16Rows(kernel.tileRows, kernel.width)
        var arguments = GemmArguments(
            a: ones.base, aRowStride: depth, segments: 1, segmentLength: depth, segmentStride: 0, panel: panel.base,
            bias: bias.base, slopes: nil, residual: nil, residualRowStride: 0, c: c.base, cRowStride: kernel.width,
            rows: kernel.tileRows, columns: kernel.width, activation: Activation.none.rawValue, low: 0, high: 0)
        kernel.run(&arguments)
        for row in 0..<kernel.tileRows {
            for column in 0..<kernel.width {
                expect(c[row, column] == 4096, "\(kernel.name): 4096 ones are not 4096")
            }
        }
    }

    /// A row gets the same bits in every tile, so threads may split the rows anywhere.
    mutating func checkTiles(_ kernel: GemmKernel) {
        let rows = 2 * kernel.tileRows + 5
        for columns in [kernel.width, kernel.width - 1] {
            let product = Product(
                rows: rows, segments: 2, segmentLength: 67, columns: columns, width: kernel.width, activation: .prelu,
                hasResidual: true)
            let whole = product.result(kernel)
            for cut in 1..<rows {
                let parts = Float16Rows(rows, columns, gap: 5)
                product.run(kernel, into: parts, 0..<cut)
                product.run(kernel, into: parts, cut..<rows)
                expect(parts.hasBits(of: whole), "\(kernel.name): other bits when cut at row \(cut)")
            }
        }
    }

    /// All kernels of a level round in the same way, so a plan may choose any panel width.
    mutating func checkWidths() {
        guard let narrowest = set.gemm.last else { return }
        var expected: Float16Rows?
        for kernel in set.gemm.reversed() {
            let product = Product(
                rows: 9, segmentLength: 50, columns: narrowest.width, width: kernel.width, activation: .clamp,
                hasResidual: true)
            let c = product.result(kernel)
            if let expected {
                expect(c.hasBits(of: expected), "\(kernel.name): other bits than \(narrowest.name)")
            } else {
                expected = c
            }
        }
    }
}
