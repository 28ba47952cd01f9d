import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Channel counts around the size of every vector.
private let channelCounts = [1, 3, 4, 7, 8, 9, 16, 17, 33, 64]

extension Float16KernelChecks {
    mutating func checkPool() {
        for channels in channelCounts {
            for reduction in [Reduction.maximum, .mean] {
                var noise = SplitMix64(seed: UInt64(channels))
                let rows = (0..<3).map { _ in Float16Rows(6, channels, gap: 3) { _, _ in noise.float16() } }
                let output = Float16Rows(6, channels, gap: 2)
                let addresses = rows.map { UnsafeRawPointer($0.base) }
                addresses.withUnsafeBufferPointer { addresses in
                    var arguments = PoolArguments(
                        inputRows: addresses.baseAddress.unsafelyUnwrapped, rowCount: 3, inputWidth: 6,
                        inputPixelStride: channels + 3, output: output.base, outputWidth: 6,
                        outputPixelStride: channels + 2, channels: channels, windowWidth: 3, stride: 1, padLeft: 1,
                        reduction: reduction.rawValue, low: -.infinity, high: 0.875)
                    set.pool(&arguments)
                }
                expect(output.isIntact, "pool wrote outside of its pixels")
                for pixel in 0..<6 {
                    for channel in 0..<channels {
                        var (largest, sum, count) = (-Double.infinity, 0.0, 0.0)
                        for row in rows {
                            for column in max(0, pixel - 1)..<min(6, pixel + 2) {
                                largest = max(largest, Double(row[column, channel]))
                                sum += Double(row[column, channel])
                                count += 1
                            }
                        }
                        expect(
                            output[pixel, channel], min(0.875, reduction == .maximum ? largest : sum / count),
                            within: reduction == .maximum ? 0 : 2 * roundoff, "pool at \(pixel), \(channel)")
                    }
                }
            }
        }
    }

    mutating func checkResize() {
        let indices: [Int32] = [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]
        let shares: [Float] = [0, 0.25, 0.75, 0.25, 0.5]
        for channels in channelCounts {
            var noise = SplitMix64(seed: UInt64(channels))
            let (top, bottom) = (
                Float16Rows(4, channels) { _, _ in noise.float16() },
                Float16Rows(4, channels) { _, _ in noise.float16() }
            )
            let residual = Float16Rows(5, channels, gap: 4) { _, _ in noise.float16() }
            let slopes = Float16Rows(1, channels) { _, _ in noise.float16() }
            let output = Float16Rows(5, channels, gap: 2)
            indices.withUnsafeBufferPointer { indices in
                shares.withUnsafeBufferPointer { shares in
                    var arguments = ResizeArguments(
                        top: top.base, bottom: bottom.base, rowWeight: 0.25,
                        columnIndices: indices.baseAddress.unsafelyUnwrapped,
                        columnWeights: shares.baseAddress.unsafelyUnwrapped, inputPixelStride: channels,
                        output: output.base, outputWidth: 5, outputPixelStride: channels + 2, channels: channels,
                        slopes: slopes.base, residual: residual.base, residualPixelStride: channels + 4,
                        activation: Activation.prelu.rawValue, low: 0, high: 0)
                    set.resize(&arguments)
                }
            }
            expect(output.isIntact, "resize wrote outside of its pixels")
            for pixel in 0..<5 {
                let (left, right) = (Int(indices[2 * pixel]), Int(indices[2 * pixel + 1]))
                let share = Double(shares[pixel])
                for channel in 0..<channels {
                    func blended(_ row: Float16Rows) -> Double {
                        Double(row[left, channel]) * (1 - share) + Double(row[right, channel]) * share
                    }
                    let blend = blended(top) * 0.75 + blended(bottom) * 0.25
                    let value = activate(blend, .prelu, low: 0, high: 0, slope: slopes[0, channel])
                    expect(
                        output[pixel, channel], value + Double(residual[pixel, channel]), within: 20 * roundoff,
                        "resize at \(pixel), \(channel)")
                }
            }
        }
    }

    /// Sums are computed in single precision, so that a sum of ones is not limited to 2048.
    mutating func checkReduce() {
        for inner in [1, 2, 15, 16, 35] {
            for reduced in [1, 7, 16, 49, 3000] {
                for reduction in Reduction.allCases {
                    var noise = SplitMix64(seed: UInt64(inner))
                    let input = Float16Rows(2 * reduced, inner) { _, _ in reduced == 3000 ? 1 : noise.float16() }
                    let output = Float16Rows(2, inner)
                    var arguments = ReduceArguments(
                        input: input.base, output: output.base, outer: 2, reduced: reduced, inner: inner,
                        reduction: reduction.rawValue)
                    set.reduce(&arguments)
                    expect(output.isIntact, "reduce wrote outside of its results")
                    for row in 0..<2 {
                        for column in 0..<inner {
                            let values = (0..<reduced).map { Double(input[row * reduced + $0, column]) }
                            let sum = values.reduce(0, +)
                            let expected: Double =
                                switch reduction {
                                case .sum: sum
                                case .mean: sum / Double(reduced)
                                case .maximum: values.reduce(-Double.infinity, max)
                                case .minimum: values.reduce(Double.infinity, min)
                                }
                            expect(
                                output[row, column], expected, within: 1.1 * roundoff * max(abs(expected), 1e-2),
                                "reduction \(reduction.rawValue) of \(reduced) × \(inner)")
                        }
                    }
                }
            }
        }
    }
}
