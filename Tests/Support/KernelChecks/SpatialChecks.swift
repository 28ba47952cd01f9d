import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Channel counts around every vector length.
private let channelCounts = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 64]

/// A row of windows over an image of a few rows.
private struct PoolCase {
    var window: Int
    var stride: Int
    var padLeft: Int
    var inputWidth: Int
    var outputWidth: Int
    var rows: Int
}

private let poolCases = [
    PoolCase(window: 2, stride: 2, padLeft: 0, inputWidth: 10, outputWidth: 5, rows: 2),
    PoolCase(window: 3, stride: 1, padLeft: 1, inputWidth: 6, outputWidth: 6, rows: 3),
    PoolCase(window: 3, stride: 2, padLeft: 0, inputWidth: 6, outputWidth: 3, rows: 1),
    PoolCase(window: 7, stride: 1, padLeft: 0, inputWidth: 7, outputWidth: 1, rows: 7),
]

extension KernelComparison {
    mutating func checkPool() {
        for channels in channelCounts {
            for test in poolCases {
                for reduction in [Reduction.maximum, .mean] {
                    for (low, high) in [(-Float.infinity, 0.875), (-0.25, 0.5)] as [(Float, Float)] {
                        check(test, channels: channels, reduction, low: low, high: high)
                    }
                }
            }
        }
    }

    private mutating func check(_ test: PoolCase, channels: Int, _ reduction: Reduction, low: Float, high: Float) {
        var noise = SplitMix64(seed: UInt64(channels * 100 + test.inputWidth))
        let rows = (0..<test.rows).map { _ in
            Rows<Element>(test.inputWidth, channels, gap: 3) { _, _ in noise.element() }
        }
        let output = Rows<Element>(test.outputWidth, channels, gap: 2)
        let addresses = rows.map { UnsafeRawPointer($0.base) }
        addresses.withUnsafeBufferPointer { addresses in
            var arguments = PoolArguments(
                inputRows: addresses.baseAddress.unsafelyUnwrapped, rowCount: test.rows, inputWidth: test.inputWidth,
                inputPixelStride: channels + 3, output: output.base, outputWidth: test.outputWidth,
                outputPixelStride: channels + 2, channels: channels, windowWidth: test.window, stride: test.stride,
                padLeft: test.padLeft, reduction: reduction.rawValue, low: low, high: high)
            set.pool(&arguments)
        }
        expect(output.isIntact, "pool wrote outside of its pixels")
        for pixel in 0..<test.outputWidth {
            let first = pixel * test.stride - test.padLeft
            for channel in 0..<channels {
                var (largest, sum, size, count) = (-Double.infinity, 0.0, 0.0, 0.0)
                for row in rows {
                    for column in max(0, first)..<min(test.inputWidth, first + test.window) {
                        let value = row[column, channel].double
                        largest = max(largest, value)
                        sum += value
                        size += abs(value)
                        count += 1
                    }
                }
                let value = reduction == .maximum ? largest : sum / count
                // Each addition and the division round once.
                let tolerance = reduction == .maximum ? 0 : Element.roundoff * min(2, count * size)
                expect(
                    output[pixel, channel], min(max(value, Double(low)), Double(high)), within: tolerance,
                    "pool of \(test.window), \(channels) channels, at \(pixel), \(channel)")
            }
        }
    }

    mutating func checkResize() {
        for channels in channelCounts {
            for activation in activations {
                for hasResidual in [false, true] {
                    checkResize(channels: channels, activation, hasResidual: hasResidual)
                }
            }
        }
    }

    private mutating func checkResize(channels: Int, _ activation: Activation, hasResidual: Bool) {
        let (inputWidth, outputWidth) = (5, 9)
        var noise = SplitMix64(seed: UInt64(channels))
        let input = (0..<2).map { _ in Rows<Element>(inputWidth, channels, gap: 3) { _, _ in noise.element() } }
        let residual = Rows<Element>(outputWidth, channels, gap: 4) { _, _ in noise.element() }
        let slopes = Rows<Element>(1, channels) { _, _ in noise.element() }
        var indices: [Int32] = []
        for pixel in 0..<outputWidth {
            indices += [Int32(pixel / 2), Int32(min(inputWidth - 1, pixel / 2 + 1))]
        }
        // The first two columns have no share, and a share that needs no rounding.
        let shares = Rows<Float>(1, outputWidth) { $1 < 2 ? Float($1) / 4 : abs(noise.float()) }
        let output = Rows<Element>(outputWidth, channels, gap: 2)
        indices.withUnsafeBufferPointer { indices in
            var arguments = ResizeArguments(
                top: input[0].base, bottom: input[1].base, rowWeight: 0.375,
                columnIndices: indices.baseAddress.unsafelyUnwrapped, columnWeights: shares.base,
                inputPixelStride: channels + 3, output: output.base, outputWidth: outputWidth,
                outputPixelStride: channels + 2, channels: channels,
                slopes: activation == .prelu ? UnsafeRawPointer(slopes.base) : nil,
                residual: hasResidual ? UnsafeRawPointer(residual.base) : nil, residualPixelStride: channels + 4,
                activation: activation.rawValue, low: -0.1, high: 0.2)
            set.resize(&arguments)
        }
        expect(output.isIntact, "resize wrote outside of its pixels")
        for pixel in 0..<outputWidth {
            let (left, right) = (Int(indices[2 * pixel]), Int(indices[2 * pixel + 1]))
            let share = shares[0, pixel].double
            for channel in 0..<channels {
                func blended(_ row: Rows<Element>) -> Double {
                    row[left, channel].double * (1 - share) + row[right, channel].double * share
                }
                let blend = blended(input[0]) * 0.625 + blended(input[1]) * 0.375
                var value = activate(blend, activation, low: -0.1, high: 0.2, slope: slopes[0, channel].double)
                if hasResidual { value += residual[pixel, channel].double }
                // Shares, values and slopes are at most 1, and about ten roundings happen.
                expect(
                    output[pixel, channel], value, within: 20 * Element.roundoff,
                    "resize of \(channels) channels at \(pixel), \(channel)")
            }
        }
    }

    /// Sums are computed in floats: there are more ones than float16 can count.
    mutating func checkReduce() {
        for inner in [1, 2, 15, 16, 17, 35] {
            for reduced in [1, 2, 7, 15, 16, 33, 49, 3000] {
                for reduction in Reduction.allCases { checkReduce(inner: inner, reduced: reduced, reduction) }
            }
        }
    }

    private mutating func checkReduce(inner: Int, reduced: Int, _ reduction: Reduction) {
        let outer = 3
        var noise = SplitMix64(seed: UInt64(inner * 100 + reduced))
        let input = Rows<Element>(outer * reduced, inner) { _, _ in reduced == 3000 ? 1 : noise.element() }
        let output = Rows<Element>(outer, inner)
        var arguments = ReduceArguments(
            input: input.base, output: output.base, outer: outer, reduced: reduced, inner: inner,
            reduction: reduction.rawValue)
        set.reduce(&arguments)
        expect(output.isIntact, "reduce wrote outside of its results")
        for row in 0..<outer {
            for column in 0..<inner {
                let values = (0..<reduced).map { input[row * reduced + $0, column].double }
                let magnitudes = values.reduce(0) { $0 + abs($1) }
                var (expected, isExact) = (values.reduce(0, +), false)
                switch reduction {
                case .sum: break
                case .mean: expected /= Double(reduced)
                case .maximum: (expected, isExact) = (values.reduce(-Double.infinity, max), true)
                case .minimum: (expected, isExact) = (values.reduce(Double.infinity, min), true)
                }
                let tolerance = Element.tolerance(ofReduction: expected, count: reduced, magnitudes: magnitudes)
                expect(
                    output[row, column], expected, within: isExact ? 0 : tolerance,
                    "reduction \(reduction.rawValue) of \(reduced) × \(inner)")
            }
        }
    }
}
