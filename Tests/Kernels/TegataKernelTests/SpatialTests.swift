import TegataKernelABI
import TegataTestSupport
import Testing

/// Channel counts around all vector lengths.
private let channelCounts = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 64]

/// Calls a body with the addresses of the first floats of several inputs.
private func withRows<Result>(_ rows: [Rows], _ body: (UnsafePointer<UnsafeRawPointer>) -> Result) -> Result {
    let addresses = rows.map { row in row.withFloats { UnsafeRawPointer($0) } }
    return withExtendedLifetime(rows) { addresses.withUnsafeBufferPointer { body($0.baseAddress!) } }
}

@Suite struct PoolTests {
    struct Case {
        var window: Int
        var stride: Int
        var padLeft: Int
        var inputWidth: Int
        var outputWidth: Int
        var rows: Int
        var channels: Int
    }

    @Test(arguments: supportedSets.map(\.level), [Reduction.maximum, .mean])
    func agreesWithNaiveWindow(level: String, reduction: Reduction) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for test in cases() {
            var noise = SplitMix64(seed: UInt64(test.channels * 100 + test.inputWidth))
            let input = (0..<test.rows).map { _ in
                Rows(test.inputWidth, test.channels, gap: 3) { _, _ in noise.float() }
            }
            var output = Rows(test.outputWidth, test.channels, gap: 2)
            let (low, high): (Float, Float) = test.channels % 2 == 0 ? (-.infinity, .infinity) : (-0.25, 0.5)
            withRows(input) { rows in
                let outputStride = output.stride
                output.withMutableFloats { output in
                    var arguments = PoolArguments(
                        inputRows: rows, rowCount: test.rows, inputWidth: test.inputWidth,
                        inputPixelStride: test.channels + 3,
                        output: output, outputWidth: test.outputWidth, outputPixelStride: outputStride,
                        channels: test.channels,
                        windowWidth: test.window, stride: test.stride, padLeft: test.padLeft,
                        reduction: reduction.rawValue,
                        low: low,
                        high: high)
                    set.pool(&arguments)
                }
            }
            #expect(output.isPoisonIntact, "\(test)")
            for pixel in 0..<test.outputWidth {
                let first = pixel * test.stride - test.padLeft
                for channel in 0..<test.channels {
                    var values: [Double] = []
                    for row in input {
                        for column in max(0, first)..<min(test.inputWidth, first + test.window) {
                            values.append(Double(row[column, channel]))
                        }
                    }
                    let sum = values.reduce(0, +)
                    let value = reduction == .maximum ? values.max()! : sum / Double(values.count)
                    let expected = min(max(value, Double(low)), Double(high))
                    // Each addition and the division round once.
                    let tolerance =
                        reduction == .maximum ? 0 : Double(values.count) * roundoff * values.map(abs).reduce(0, +)
                    #expect(
                        abs(Double(output[pixel, channel]) - expected) <= tolerance, "\(test) at \(pixel), \(channel)")
                }
            }
        }
    }

    private func cases() -> [Case] {
        channelCounts.flatMap { channels in
            [
                Case(window: 2, stride: 2, padLeft: 0, inputWidth: 10, outputWidth: 5, rows: 2, channels: channels),
                Case(window: 3, stride: 1, padLeft: 1, inputWidth: 6, outputWidth: 6, rows: 3, channels: channels),
                Case(window: 3, stride: 2, padLeft: 0, inputWidth: 6, outputWidth: 3, rows: 1, channels: channels),
                Case(window: 7, stride: 1, padLeft: 0, inputWidth: 7, outputWidth: 1, rows: 7, channels: channels),
            ]
        }
    }
}

@Suite struct ResizeTests {
    @Test(arguments: supportedSets.map(\.level), [Activation.none, .clamp, .prelu])
    func agreesWithNaiveBlend(level: String, activation: Activation) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let inputWidth = 5
        let outputWidth = 9
        for channels in channelCounts {
            let hasResidual = channels % 2 == 1
            var noise = SplitMix64(seed: UInt64(channels))
            let input = (0..<2).map { _ in Rows(inputWidth, channels, gap: 3) { _, _ in noise.float() } }
            let residual = Rows(outputWidth, channels, gap: 4) { _, _ in noise.float() }
            let slopes = Rows(1, channels, gap: 0) { _, _ in 3 * noise.float() }
            var indices: [Int32] = []
            for pixel in 0..<outputWidth {
                indices.append(Int32(pixel / 2))
                indices.append(Int32(min(inputWidth - 1, pixel / 2 + 1)))
            }
            let weights = noise.floats(outputWidth).map(abs)
            var output = Rows(outputWidth, channels, gap: 2)
            withRows(input) { rows in
                residual.withFloats { residualStart in
                    slopes.withFloats { slopes in
                        let outputStride = output.stride
                        output.withMutableFloats { output in
                            indices.withUnsafeBufferPointer { indices in
                                weights.withUnsafeBufferPointer { weights in
                                    var arguments = ResizeArguments(
                                        top: rows[0], bottom: rows[1], rowWeight: 0.375,
                                        columnIndices: indices.baseAddress!,
                                        columnWeights: weights.baseAddress!, inputPixelStride: channels + 3,
                                        output: output,
                                        outputWidth: outputWidth, outputPixelStride: outputStride, channels: channels,
                                        slopes: activation == .prelu ? slopes : nil,
                                        residual: hasResidual ? residualStart : nil,
                                        residualPixelStride: residual.stride, activation: activation.rawValue,
                                        low: -0.1,
                                        high: 0.2)
                                    set.resize(&arguments)
                                }
                            }
                        }
                    }
                }
            }
            #expect(output.isPoisonIntact)
            for pixel in 0..<outputWidth {
                let (left, right) = (Int(indices[2 * pixel]), Int(indices[2 * pixel + 1]))
                let share = Double(weights[pixel])
                for channel in 0..<channels {
                    func blend(_ row: Rows) -> Double {
                        Double(row[left, channel]) * (1 - share) + Double(row[right, channel]) * share
                    }
                    let blended = blend(input[0]) * 0.625 + blend(input[1]) * 0.375
                    var expected = activate(blended, activation, low: -0.1, high: 0.2, slope: slopes[0, channel])
                    if hasResidual { expected += Double(residual[pixel, channel]) }
                    // Shares and values are at most 1, slopes are at most 3, and about ten roundings occur.
                    #expect(
                        abs(Double(output[pixel, channel]) - expected) <= 10 * roundoff * 4,
                        "\(channels) at \(pixel), \(channel)")
                }
            }
        }
    }
}

@Suite struct ReduceTests {
    @Test(arguments: supportedSets.map(\.level), Reduction.allCases)
    func agreesWithNaiveReduction(level: String, reduction: Reduction) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for inner in [1, 2, 15, 16, 17, 35] {
            for reduced in [1, 2, 15, 16, 33, 49] {
                let outer = 3
                var noise = SplitMix64(seed: UInt64(inner * 100 + reduced))
                let input = Rows(outer * reduced, inner, gap: 0) { _, _ in noise.float() }
                var output = Rows(outer, inner, gap: 0)
                input.withFloats { input in
                    output.withMutableFloats { output in
                        var arguments = ReduceArguments(
                            input: input, output: output, outer: outer, reduced: reduced, inner: inner,
                            reduction: reduction.rawValue)
                        set.reduce(&arguments)
                    }
                }
                #expect(output.isPoisonIntact)
                for row in 0..<outer {
                    for column in 0..<inner {
                        let values = (0..<reduced).map { Double(input[row * reduced + $0, column]) }
                        let sum = values.reduce(0, +)
                        let expected: Double =
                            switch reduction {
                            case .sum: sum
                            case .mean: sum / Double(reduced)
                            case .maximum: values.max()!
                            case .minimum: values.min()!
                            }
                        let tolerance = Double(reduced + 1) * roundoff * values.map(abs).reduce(0, +)
                        #expect(abs(Double(output[row, column]) - expected) <= tolerance, "\(inner) × \(reduced)")
                    }
                }
            }
        }
    }
}
