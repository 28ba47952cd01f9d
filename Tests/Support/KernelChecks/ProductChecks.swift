import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// A matrix product with everything that it can be combined with.
private struct ProductCase {
    var rows: Int
    var segments = 1
    var segmentLength: Int
    var columns: Int
    var hasResidual = false
    var activation = Activation.none

    var depth: Int { segments * segmentLength }
    var text: String { "\(rows) rows, depth \(depth), \(columns) columns" }
}

/// The operands of a case, and its result as computed by naive evaluation.
private struct Product<Element: CheckedElement> {
    let test: ProductCase
    private let a: Rows<Element>
    private let panel: Rows<Element>
    private let bias: Rows<Element>
    private let slopes: Rows<Element>
    private let residual: Rows<Element>
    private let low: Float = -0.5
    private let high: Float = 0.75

    /// Columns of the panel that C does not have are poisoned, and do not belong to any result.
    init(_ test: ProductCase, width: Int) {
        self.test = test
        var noise = SplitMix64(seed: UInt64(test.rows &* 31 &+ test.segmentLength &* 7 &+ test.segments))
        // Every segment is a separate row, so that reading beyond one meets poison. Operands do not depend on the width
        // of the panel.
        a = Rows(test.rows * test.segments, test.segmentLength, gap: 3) { _, _ in noise.element() }
        residual = Rows(test.rows, test.columns, gap: 5) { _, _ in noise.element() }
        func columns(_ rows: Int, times factor: Float = 1, seed: Int) -> Rows<Element> {
            Rows(rows, width) { row, column in
                var noise = SplitMix64(seed: UInt64(seed &+ row &* 1000 &+ column))
                return column < test.columns ? Element(factor * noise.float()) : .poison
            }
        }
        panel = columns(test.depth, seed: 0)
        bias = columns(1, seed: 1 << 40)
        slopes = columns(1, times: 1.5, seed: 1 << 41)
    }

    /// Computes rows `part` only.
    func run(_ kernel: GemmKernel, into c: Rows<Element>, _ part: Range<Int>) {
        let rowStride = a.stride * test.segments
        var arguments = GemmArguments(
            a: a.base + part.lowerBound * rowStride, aRowStride: rowStride, segments: test.segments,
            segmentLength: test.segmentLength, segmentStride: a.stride, panel: panel.base, bias: bias.base,
            slopes: test.activation == .prelu ? UnsafeRawPointer(slopes.base) : nil,
            residual: test.hasResidual ? UnsafeRawPointer(residual.base + part.lowerBound * residual.stride) : nil,
            residualRowStride: residual.stride, c: c.base + part.lowerBound * c.stride, cRowStride: c.stride,
            rows: part.count, columns: test.columns, activation: test.activation.rawValue, low: low, high: high)
        kernel.run(&arguments)
    }

    func result(_ kernel: GemmKernel) -> Rows<Element> {
        let c = Rows<Element>(test.rows, test.columns, gap: 5)
        run(kernel, into: c, 0..<test.rows)
        return c
    }

    /// Returns the result, and how far a sum of elements may be from it.
    func expected(_ row: Int, _ column: Int) -> (value: Double, tolerance: Double) {
        var sum = bias[0, column].double
        var size = abs(sum)
        if test.hasResidual {
            sum += residual[row, column].double
            size += abs(residual[row, column].double)
        }
        for k in 0..<test.depth {
            let factor = a[row * test.segments + k / test.segmentLength, k % test.segmentLength].double
            let product = factor * panel[k, column].double
            sum += product
            size += abs(product)
        }
        let value = activate(sum, test.activation, low: low, high: high, slope: slopes[0, column].double)
        // Slopes are at most 1.5, and are rounded once more.
        let roundings = Element.roundings(products: test.depth, segments: test.segments)
        return (value, roundings * Element.roundoff * size * 1.5)
    }
}

extension KernelComparison {
    mutating func checkProducts() {
        for kernel in set.gemm {
            for test in productCases(width: kernel.width) { check(kernel, test) }
            checkLongChain(kernel)
        }
    }

    private mutating func check(_ kernel: GemmKernel, _ test: ProductCase) {
        let product = Product<Element>(test, width: kernel.width)
        let c = product.result(kernel)
        expect(c.isIntact, "\(kernel.name): wrote outside of C")
        for row in 0..<test.rows {
            for column in 0..<test.columns {
                let (value, tolerance) = product.expected(row, column)
                expect(
                    c[row, column], value, within: tolerance, "\(kernel.name), \(test.text), at \(row), \(column)")
            }
        }
    }

    private func productCases(width: Int) -> [ProductCase] {
        var cases: [ProductCase] = []
        for rows in 0...30 {
            for segmentLength in [1 + rows % 19, 1 + rows * 5 % 70] {
                cases.append(
                    ProductCase(
                        rows: rows, segmentLength: segmentLength, columns: width, hasResidual: rows % 2 == 0,
                        activation: activations[rows % 3]))
            }
        }
        for columns in 1...width {
            cases.append(
                ProductCase(
                    rows: 1 + columns % 17, segmentLength: 5, columns: columns, hasResidual: columns % 3 != 0,
                    activation: activations[columns % 3]))
        }
        for activation in activations {
            for hasResidual in [false, true] {
                for (rows, segments, length, columns) in [
                    (15, 5, 15, width), (15, 3, 45, width), (4, 3, 9, max(1, width / 2)),
                ] {
                    cases.append(
                        ProductCase(
                            rows: rows, segments: segments, segmentLength: length, columns: columns,
                            hasResidual: hasResidual, activation: activation))
                }
            }
        }
        cases.append(ProductCase(rows: 3, segmentLength: 0, columns: width))
        cases.append(ProductCase(rows: 8, segmentLength: 1152, columns: width))
        return cases
    }

    /// Counting one by one, float16 reaches only 2048.
    private mutating func checkLongChain(_ kernel: GemmKernel) {
        let depth = 4096
        let ones = Rows<Element>(kernel.tileRows, depth) { _, _ in 1 }
        let panel = Rows<Element>(depth, kernel.width) { _, _ in 1 }
        let bias = Rows<Element>(1, kernel.width) { _, _ in 0 }
        let c = Rows<Element>(kernel.tileRows, kernel.width)
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

    mutating func checkTiles() {
        for kernel in set.gemm { checkCuts(kernel) }
        checkWidths()
    }

    /// A row's bits are the same regardless of the tile that it ends up in, so threads may divide the rows anywhere.
    private mutating func checkCuts(_ kernel: GemmKernel) {
        let rows = 2 * kernel.tileRows + 5
        for columns in [kernel.width, kernel.width - 1] where columns > 0 {
            for (segments, length) in [(1, 33), (2, 67)] {
                let test = ProductCase(
                    rows: rows, segments: segments, segmentLength: length, columns: columns, hasResidual: true,
                    activation: .prelu)
                let product = Product<Element>(test, width: kernel.width)
                let whole = product.result(kernel)
                for cut in 1..<rows {
                    let parts = Rows<Element>(rows, columns, gap: 1)
                    product.run(kernel, into: parts, 0..<cut)
                    product.run(kernel, into: parts, cut..<rows)
                    expect(
                        parts.isIntact && parts.hasBits(of: whole), "\(kernel.name): other bits when cut at row \(cut)")
                }
            }
        }
    }

    /// Kernels of the same level round alike, so a plan may choose any panel width.
    private mutating func checkWidths() {
        guard let narrowest = set.gemm.last else { return expect(false, "there are no kernels") }
        let test = ProductCase(
            rows: 9, segmentLength: 50, columns: narrowest.width, hasResidual: true, activation: .clamp)
        let expected = Product<Element>(test, width: narrowest.width).result(narrowest)
        for kernel in set.gemm {
            let c = Product<Element>(test, width: kernel.width).result(kernel)
            expect(c.hasBits(of: expected), "\(kernel.name): other bits than \(narrowest.name)")
        }
    }
}
