import TegataKernelABI
import TegataTestSupport
import Testing

/// One matrix product with all options.
struct GemmCase {
    var rows: Int
    var segments = 1
    var segmentLength: Int
    var columns: Int
    var hasResidual = false
    var activation = Activation.none

    var depth: Int { segments * segmentLength }
}

/// The operands of a case, and its naively computed result.
struct GemmData {
    let test: GemmCase
    let width: Int
    let a: Rows
    let panel: AlignedFloats
    let bias: [Float]
    let slopes: [Float]
    let residual: Rows
    let low: Float = -0.5
    let high: Float = 0.75

    init(_ test: GemmCase, width: Int) {
        self.test = test
        self.width = width
        var noise = SplitMix64(seed: UInt64(test.rows &* 31 &+ test.depth &* 7 &+ width))
        // Every segment is a separate row, so reading beyond one meets poison.
        a = Rows(test.rows * test.segments, test.segmentLength, gap: 3) { _, _ in noise.float() }
        panel = AlignedFloats(noise.floats(test.depth * width))
        bias = noise.floats(width)
        slopes = noise.floats(width).map { $0 * 3 }
        residual = Rows(test.rows, test.columns, gap: 5) { _, _ in noise.float() }
    }

    /// Runs the kernel on the rows `part` only.
    func run(_ kernel: GemmKernel, into c: inout Rows, part: Range<Int>) {
        a.withFloats { a in
            residual.withFloats { residual in
                bias.withUnsafeBufferPointer { bias in
                    slopes.withUnsafeBufferPointer { slopes in
                        let stride = c.stride
                        c.withMutableFloats { c in
                            let rowStride = self.a.stride * test.segments
                            var arguments = GemmArguments(
                                a: a + part.lowerBound * rowStride, aRowStride: rowStride, segments: test.segments,
                                segmentLength: test.segmentLength, segmentStride: self.a.stride,
                                panel: UnsafePointer(panel.base), bias: bias.baseAddress!,
                                slopes: test.activation == .prelu ? slopes.baseAddress : nil,
                                residual: test.hasResidual ? residual + part.lowerBound * self.residual.stride : nil,
                                residualRowStride: self.residual.stride, c: c + part.lowerBound * stride,
                                cRowStride: stride,
                                rows: part.count, columns: test.columns, activation: test.activation.rawValue, low: low,
                                high: high)
                            kernel.run(&arguments)
                        }
                    }
                }
            }
        }
    }

    /// Returns the result and the tolerance for a sum of floats.
    func expected(_ row: Int, _ column: Int) -> (value: Double, tolerance: Double) {
        var sum = Double(bias[column])
        var size = abs(sum)
        if test.hasResidual {
            sum += Double(residual[row, column])
            size += abs(Double(residual[row, column]))
        }
        for k in 0..<test.depth {
            let (segment, position) = k.quotientAndRemainder(dividingBy: test.segmentLength)
            let product = Double(a[row * test.segments + segment, position]) * Double(panel.base[k * width + column])
            sum += product
            size += abs(product)
        }
        let value = activate(sum, test.activation, low: low, high: high, slope: slopes[column])
        // Each addition and multiplication rounds once. A slope is at most 3 and rounds once more.
        return (value, Double(test.depth + 3) * 2 * roundoff * size * 3)
    }
}

@Suite struct GemmTests {
    static let kernels = supportedSets.flatMap(\.gemm)

    @Test(arguments: kernels.map(\.name))
    func agreesWithNaiveSum(name: String) throws {
        let kernel = try #require(Self.kernels.first { $0.name == name })
        let width = kernel.width
        var failures: [String] = []
        for test in cases(width: width) {
            let data = GemmData(test, width: width)
            var c = Rows(test.rows, test.columns, gap: 5)
            data.run(kernel, into: &c, part: 0..<test.rows)
            if !c.isPoisonIntact { failures.append("\(test): wrote outside of C") }
            for row in 0..<test.rows {
                for column in 0..<test.columns {
                    let (value, tolerance) = data.expected(row, column)
                    let difference = abs(Double(c[row, column]) - value)
                    if !(difference <= tolerance) {
                        failures.append("\(test) at \(row), \(column): \(c[row, column]) instead of \(value)")
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failures, first: \(failures.first ?? "")")
    }

    /// The bits of a row do not depend on its tile, so threads may split the rows anywhere.
    @Test(arguments: kernels.map(\.name))
    func rowsDoNotDependOnTiles(name: String) throws {
        let kernel = try #require(Self.kernels.first { $0.name == name })
        let rows = 2 * kernel.tileRows + 5
        for columns in [kernel.width, kernel.width - 1] where columns > 0 {
            let test = GemmCase(rows: rows, segmentLength: 33, columns: columns, hasResidual: true, activation: .prelu)
            let data = GemmData(test, width: kernel.width)
            var whole = Rows(rows, columns, gap: 1)
            data.run(kernel, into: &whole, part: 0..<rows)
            for cut in 1..<rows {
                var parts = Rows(rows, columns, gap: 1)
                data.run(kernel, into: &parts, part: 0..<cut)
                data.run(kernel, into: &parts, part: cut..<rows)
                #expect(parts.storage.map(\.bitPattern) == whole.storage.map(\.bitPattern), "cut at row \(cut)")
            }
        }
    }

    /// Kernels of a level round in the same way, so a plan may choose any panel width.
    @Test(arguments: supportedSets.map(\.level))
    func givesTheSameBitsForAllPanelWidths(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let narrowest = try #require(set.gemm.last)
        let test = GemmCase(rows: 9, segmentLength: 50, columns: narrowest.width, hasResidual: true, activation: .clamp)
        let data = GemmData(test, width: narrowest.width)
        var expected = Rows(9, narrowest.width, gap: 0)
        data.run(narrowest, into: &expected, part: 0..<9)
        for kernel in set.gemm {
            let wide = GemmData(widening: data, to: kernel.width)
            var c = Rows(9, narrowest.width, gap: 0)
            wide.run(kernel, into: &c, part: 0..<9)
            #expect(c.storage.map(\.bitPattern) == expected.storage.map(\.bitPattern), "\(kernel.name)")
        }
    }

    @Test func spreadsPanelsEvenlyWithTheNarrowestLast() throws {
        for set in supportedSets {
            for columns in 1...300 {
                let widths = set.gemmKernels(columns: columns).map(\.width)
                let excess = widths.reduce(-columns, +)
                #expect(excess >= 0 && excess < widths[widths.count - 1])
                #expect(widths.min() == widths.last)
                // Depthwise convolutions start at the start of a panel.
                #expect(widths.dropLast().allSatisfy { $0 % set.lanes == 0 })
                let half = widths.prefix(widths.count / 2).reduce(0, +)
                #expect(abs(2 * half - columns) <= 2 * (widths.max() ?? 0))
            }
            #expect(set.gemmKernels(columns: 0).isEmpty)
        }
    }

    private func cases(width: Int) -> [GemmCase] {
        var result: [GemmCase] = []
        let activations: [Activation] = [.none, .clamp, .prelu]
        for rows in 0...30 {
            result.append(
                GemmCase(
                    rows: rows, segmentLength: 1 + rows % 19, columns: width, hasResidual: rows % 2 == 0,
                    activation: activations[rows % 3]))
        }
        for columns in 1...width {
            result.append(
                GemmCase(
                    rows: 1 + columns % 17, segmentLength: 5, columns: columns, hasResidual: columns % 3 != 0,
                    activation: activations[columns % 3]))
        }
        for activation in activations {
            for hasResidual in [false, true] {
                result.append(
                    GemmCase(
                        rows: 15, segments: 5, segmentLength: 15, columns: width, hasResidual: hasResidual,
                        activation: activation))
                result.append(
                    GemmCase(
                        rows: 4, segments: 3, segmentLength: 9, columns: max(1, width / 2), hasResidual: hasResidual,
                        activation: activation))
            }
        }
        result.append(GemmCase(rows: 3, segmentLength: 0, columns: width))
        result.append(GemmCase(rows: 8, segmentLength: 1152, columns: width))
        return result
    }
}

extension GemmData {
    /// Copies the numbers into a wider panel. The added columns are poisoned and belong to no result.
    init(widening data: GemmData, to width: Int) {
        test = data.test
        self.width = width
        a = data.a
        residual = data.residual
        var wide = [Float](repeating: poison, count: data.test.depth * width)
        for k in 0..<data.test.depth {
            for column in 0..<data.width { wide[k * width + column] = data.panel.base[k * data.width + column] }
        }
        panel = AlignedFloats(wide)
        bias = data.bias + [Float](repeating: poison, count: width - data.width)
        slopes = data.slopes + [Float](repeating: poison, count: width - data.width)
    }
}
