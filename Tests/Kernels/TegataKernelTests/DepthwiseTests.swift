import TegataKernelABI
import TegataTestSupport
import Testing

/// A depthwise convolution of some output rows.
struct DepthwiseCase {
    var kernelHeight: Int
    var kernelWidth: Int
    var stride: Int
    var dilation = 1
    var channels: Int
    var inputWidth: Int
    var outputWidth: Int
    var padLeft: Int
    /// The kernel row of the first output row that meets the first input row.
    var firstKernelRow = 0
    var inputRows: Int
    var outputRows = 1
    var activation = Activation.none
}

struct DepthwiseData {
    let test: DepthwiseCase
    let input: [Rows]
    /// `[kernel row][kernel column][channel]`
    let weights: [Float]
    let bias: AlignedFloats
    let slopes: AlignedFloats
    let packed: AlignedFloats
    let low: Float = -1
    let high: Float = 1.5

    init(_ test: DepthwiseCase, _ set: KernelSet) {
        self.test = test
        var noise = SplitMix64(seed: UInt64(test.channels &* 131 &+ test.outputWidth &* 17 &+ test.padLeft))
        input = (0..<test.inputRows).map { _ in Rows(test.inputWidth, test.channels, gap: 7) { _, _ in noise.float() } }
        let taps = test.kernelHeight * test.kernelWidth
        weights = noise.floats(taps * test.channels)
        let padded = (test.channels + set.lanes - 1) / set.lanes * set.lanes
        bias = AlignedFloats(noise.floats(padded))
        slopes = AlignedFloats(noise.floats(padded).map { $0 * 3 })
        packed = AlignedFloats([Float](repeating: poison, count: padded * taps))
        weights.withUnsafeBufferPointer {
            var arguments = PackDepthwiseArguments(
                weights: .float32($0.baseAddress!), taps: taps, channels: test.channels, packed: packed.base)
            set.packDepthwise(&arguments)
        }
    }

    func run(_ kernel: DepthwiseKernel, onlyRow: Int? = nil) -> Rows {
        let outputRows = onlyRow == nil ? test.outputRows : 1
        var output = Rows(outputRows * test.outputWidth, test.channels, gap: 3)
        let outputStride = output.stride
        output.withMutableFloats { run(kernel, onlyRow: onlyRow, to: $0, pixelStride: outputStride) }
        return output
    }

    /// Returns the results as bytes, with a gap of three bytes after each pixel.
    func bytes(_ kernel: DepthwiseKernel, factor: Float, start: Float) -> [UInt8] {
        let pixelStride = test.channels + 3
        var output = [UInt8](repeating: 99, count: test.outputRows * test.outputWidth * pixelStride)
        output.withUnsafeMutableBytes {
            run(kernel, to: $0.baseAddress!, pixelStride: pixelStride, byteFactor: factor, byteStart: start)
        }
        return output
    }

    private func run(
        _ kernel: DepthwiseKernel, onlyRow: Int? = nil, to output: UnsafeMutableRawPointer, pixelStride: Int,
        byteFactor: Float = 0, byteStart: Float = 0
    ) {
        let outputRows = onlyRow == nil ? test.outputRows : 1
        let above = (onlyRow ?? 0) * test.stride - test.firstKernelRow
        let addresses = input.map { rows in rows.withFloats { UnsafeRawPointer($0) } }.dropFirst(max(0, above))
        withExtendedLifetime(input) {
            addresses.withUnsafeBufferPointer { rows in
                // If no kernel row lies inside the image, there are no row addresses.
                withUnsafePointer(to: UnsafeRawPointer(bias.base)) { nowhere in
                    var arguments = DepthwiseArguments(
                        inputRows: rows.isEmpty ? nowhere : rows.baseAddress!, firstKernelRow: max(0, -above),
                        rowCount: rows.count, inputWidth: test.inputWidth, inputPixelStride: test.channels + 7,
                        output: output, outputWidth: test.outputWidth, outputPixelStride: pixelStride,
                        outputRows: outputRows, tileRows: kernel.tiling.height(rows: outputRows),
                        outputRowStride: test.outputWidth * pixelStride, channels: test.channels,
                        kernelHeight: test.kernelHeight, kernelWidth: test.kernelWidth,
                        stride: test.stride, dilation: test.dilation, padLeft: test.padLeft,
                        weights: UnsafePointer(packed.base), bias: UnsafePointer(bias.base),
                        slopes: test.activation == .prelu ? UnsafePointer(slopes.base) : nil,
                        activation: test.activation.rawValue, low: low, high: high, byteFactor: byteFactor,
                        byteStart: byteStart)
                    kernel.run(&arguments)
                }
            }
        }
    }

    func expected(_ outputRow: Int, _ output: Int, _ channel: Int) -> (value: Double, tolerance: Double) {
        var sum = Double(bias.base[channel])
        var size = abs(sum)
        for kernelRow in 0..<test.kernelHeight {
            let row = outputRow * test.stride - test.firstKernelRow + kernelRow
            guard input.indices.contains(row) else { continue }
            for tap in 0..<test.kernelWidth {
                let column = output * test.stride - test.padLeft + tap * test.dilation
                guard (0..<test.inputWidth).contains(column) else { continue }
                let weight = weights[(kernelRow * test.kernelWidth + tap) * test.channels + channel]
                let product = Double(input[row][column, channel]) * Double(weight)
                sum += product
                size += abs(product)
            }
        }
        let value = activate(sum, test.activation, low: low, high: high, slope: slopes.base[channel])
        let taps = test.kernelHeight * test.kernelWidth
        return (value, Double(taps + 2) * 2 * roundoff * size * 3)
    }
}

@Suite struct DepthwiseTests {
    static let pairs = supportedSets.flatMap { set in set.depthwise.map { (set.level, $0.name) } }

    static let byteKernels = supportedSets.filter(\.storesBytes).flatMap { $0.depthwise.map(\.name) }

    @Test(arguments: byteKernels, [Int32(0), -128])
    func roundsResultsToBytes(name: String, offset: Int32) throws {
        let set = try #require(supportedSets.first { $0.depthwise.contains { $0.name == name } })
        let kernel = try #require(set.depthwise.first { $0.name == name })
        var wrong = 0
        for var test in cases(kernel, set) {
            test.activation = .clamp
            let data = DepthwiseData(test, set)
            let results = data.run(kernel)
            let bytes = data.bytes(kernel, factor: 60, start: 0x1.8p23 + Float(offset))
            for (index, byte) in bytes.enumerated() {
                let (pixel, channel) = index.quotientAndRemainder(dividingBy: test.channels + 3)
                var expected: Int32 = 99
                if channel < test.channels {
                    expected = offset + Int32((Double(results[pixel, channel]) * 60).rounded(.toNearestOrEven))
                }
                if byte != UInt8(truncatingIfNeeded: expected) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: pairs.map(\.1))
    func agreesWithNaiveSum(name: String) throws {
        let set = try #require(supportedSets.first { $0.depthwise.contains { $0.name == name } })
        let kernel = try #require(set.depthwise.first { $0.name == name })
        var failures: [String] = []
        for test in cases(kernel, set) {
            let data = DepthwiseData(test, set)
            let output = data.run(kernel)
            if !output.isPoisonIntact { failures.append("\(test): wrote outside of its pixels") }
            for pixel in 0..<output.count {
                for channel in 0..<test.channels {
                    let (row, column) = pixel.quotientAndRemainder(dividingBy: test.outputWidth)
                    let (value, tolerance) = data.expected(row, column, channel)
                    if !(abs(Double(output[pixel, channel]) - value) <= tolerance) {
                        failures.append(
                            "\(test) at \(pixel), \(channel): \(output[pixel, channel]) instead of \(value)")
                    }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failures, first: \(failures.first ?? "")")
    }

    /// Specialised kernels add in the order of the general kernel.
    @Test(arguments: pairs.map(\.1))
    func hasTheBitsOfTheGeneralKernel(name: String) throws {
        let set = try #require(supportedSets.first { $0.depthwise.contains { $0.name == name } })
        let kernel = try #require(set.depthwise.first { $0.name == name })
        let general = try #require(set.depthwise.last)
        for test in cases(kernel, set) {
            let data = DepthwiseData(test, set)
            let bits = data.run(kernel).storage.map(\.bitPattern)
            #expect(bits == data.run(general).storage.map(\.bitPattern), "\(test)")
        }
    }

    /// Rows of one call do not influence each other.
    @Test(arguments: pairs.map(\.1))
    func givesTheSameRowsAloneAndTogether(name: String) throws {
        let set = try #require(supportedSets.first { $0.depthwise.contains { $0.name == name } })
        let kernel = try #require(set.depthwise.first { $0.name == name })
        for test in cases(kernel, set) where test.outputRows > 1 {
            let data = DepthwiseData(test, set)
            let output = data.run(kernel)
            for row in 0..<test.outputRows {
                let single = data.run(kernel, onlyRow: row)
                for pixel in 0..<test.outputWidth {
                    for channel in 0..<test.channels {
                        let bits = output[row * test.outputWidth + pixel, channel].bitPattern
                        #expect(single[pixel, channel].bitPattern == bits, "\(test), row \(row)")
                    }
                }
            }
        }
    }

    private func cases(_ kernel: DepthwiseKernel, _ set: KernelSet) -> [DepthwiseCase] {
        var result: [DepthwiseCase] = []
        let activations: [Activation] = [.none, .clamp, .prelu]
        let size = kernel.kernelSize == 0 ? 4 : kernel.kernelSize
        let stride = kernel.stride == 0 ? 3 : kernel.stride
        for outputWidth in [1, 2, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 17, 24, 57] {
            for padLeft in [0, size / 2, size - 1] {
                for missing in 0...size {
                    let inputWidth = (outputWidth - 1) * stride + size - padLeft - missing
                    guard inputWidth > 0 else { continue }
                    let firstRow = outputWidth % size
                    result.append(
                        DepthwiseCase(
                            kernelHeight: size, kernelWidth: size, stride: stride,
                            channels: set.lanes + outputWidth % 3,
                            inputWidth: inputWidth, outputWidth: outputWidth, padLeft: padLeft,
                            firstKernelRow: firstRow,
                            inputRows: max(0, size - missing - firstRow),
                            activation: activations[(outputWidth + missing) % 3]))
                }
            }
        }
        for channels in 1...(3 * set.lanes + 1) {
            result.append(
                DepthwiseCase(
                    kernelHeight: size, kernelWidth: size, stride: stride, channels: channels, inputWidth: 8 * stride,
                    outputWidth: 8, padLeft: (size - 1) / 2, inputRows: size, activation: activations[channels % 3]))
        }
        // Whole images and strips, padded above and below by any number of rows.
        for outputRows in 2...7 {
            for padTop in 0..<size {
                for missing in 0..<size {
                    let inputRows = (outputRows - 1) * stride + size - padTop - missing
                    guard inputRows > 0 else { continue }
                    result.append(
                        DepthwiseCase(
                            kernelHeight: size, kernelWidth: size, stride: stride, channels: set.lanes + 1,
                            inputWidth: 7 * stride,
                            outputWidth: 7, padLeft: (size - 1) / 2, firstKernelRow: padTop, inputRows: inputRows,
                            outputRows: outputRows, activation: activations[outputRows % 3]))
                }
            }
        }
        if kernel.kernelSize == 0 {
            for dilation in 1...3 {
                result.append(
                    DepthwiseCase(
                        kernelHeight: 2, kernelWidth: 3, stride: 1, dilation: dilation, channels: set.lanes + 1,
                        inputWidth: 11,
                        outputWidth: 11, padLeft: dilation, inputRows: 2))
            }
        }
        return result
    }
}
