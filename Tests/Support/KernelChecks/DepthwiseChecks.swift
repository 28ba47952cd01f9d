import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// A depthwise convolution of some output rows.
private struct DepthwiseCase {
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

    var taps: Int { kernelHeight * kernelWidth }
    var text: String { "\(channels) channels, \(outputRows) rows, \(outputWidth) wide" }
}

/// The operands of a case, and its result as computed by naive evaluation.
private struct Convolved<Element: CheckedElement> {
    let test: DepthwiseCase
    private let input: [Rows<Element>]
    /// `[kernel row and column][channel]`
    private let weights: Rows<Element>
    private let bias: Rows<Element>
    private let slopes: Rows<Element>
    private let packed: Rows<Element>
    private let low: Float = -1
    private let high: Float = 1.5

    init(_ test: DepthwiseCase, _ set: KernelSet) {
        self.test = test
        var noise = SplitMix64(seed: UInt64(test.channels &* 131 &+ test.outputWidth &* 17 &+ test.padLeft))
        input = (0..<test.inputRows).map { _ in
            Rows(test.inputWidth, test.channels, gap: 7) { _, _ in noise.element() }
        }
        // What is packed are the numbers that the elements represent.
        let floats = Rows<Float>(test.taps, test.channels) { _, _ in
            let weight: Element = noise.element()
            return Float(weight.double)
        }
        weights = Rows(test.taps, test.channels) { Element(floats[$0, $1]) }
        let padded = (test.channels + set.lanes - 1) / set.lanes * set.lanes
        bias = Rows(1, padded) { _, _ in noise.element() }
        slopes = Rows(1, padded) { _, _ in noise.element() }
        packed = Rows(1, padded * test.taps)
        var arguments = PackDepthwiseArguments(
            weights: .float32(floats.base), taps: test.taps, channels: test.channels, packed: packed.base)
        set.packDepthwise(&arguments)
    }

    func run(_ kernel: DepthwiseKernel, onlyRow: Int? = nil) -> Rows<Element> {
        let outputRows = onlyRow == nil ? test.outputRows : 1
        let output = Rows<Element>(outputRows * test.outputWidth, test.channels, gap: 3)
        run(kernel, onlyRow: onlyRow, to: output.base)
        return output
    }

    /// Computes all rows, or one, with a gap of three elements or bytes after each pixel.
    func run(
        _ kernel: DepthwiseKernel, onlyRow: Int? = nil, to output: UnsafeMutableRawPointer, byteFactor: Float = 0,
        byteStart: Float = 0
    ) {
        let outputRows = onlyRow == nil ? test.outputRows : 1
        let above = (onlyRow ?? 0) * test.stride - test.firstKernelRow
        // Without a kernel row inside the image, there is nothing to point to.
        let nowhere = UnsafeRawPointer(bias.base)
        let addresses = input.dropFirst(max(0, above)).map { UnsafeRawPointer($0.base) }
        (addresses + [nowhere]).withUnsafeBufferPointer { rows in
            var arguments = DepthwiseArguments(
                inputRows: rows.baseAddress.unsafelyUnwrapped, firstKernelRow: max(0, -above),
                rowCount: addresses.count, inputWidth: test.inputWidth, inputPixelStride: test.channels + 7,
                output: output, outputWidth: test.outputWidth, outputPixelStride: test.channels + 3,
                outputRows: outputRows, tileRows: kernel.tiling.height(rows: outputRows),
                outputRowStride: test.outputWidth * (test.channels + 3), channels: test.channels,
                kernelHeight: test.kernelHeight, kernelWidth: test.kernelWidth, stride: test.stride,
                dilation: test.dilation, padLeft: test.padLeft, weights: packed.base, bias: bias.base,
                slopes: test.activation == .prelu ? UnsafeRawPointer(slopes.base) : nil,
                activation: test.activation.rawValue, low: low, high: high, byteFactor: byteFactor,
                byteStart: byteStart)
            kernel.run(&arguments)
        }
    }

    /// Returns the result, and how far a sum of elements may be from it.
    func expected(pixel: Int, _ channel: Int) -> (value: Double, tolerance: Double) {
        let (outputRow, outputColumn) = pixel.quotientAndRemainder(dividingBy: test.outputWidth)
        var sum = bias[0, channel].double
        var size = abs(sum)
        for tap in 0..<test.taps {
            let row = outputRow * test.stride - test.firstKernelRow + tap / test.kernelWidth
            let column = outputColumn * test.stride - test.padLeft + tap % test.kernelWidth * test.dilation
            guard row >= 0, row < test.inputRows, column >= 0, column < test.inputWidth else { continue }
            let product = input[row][column, channel].double * weights[tap, channel].double
            sum += product
            size += abs(product)
        }
        let value = activate(sum, test.activation, low: low, high: high, slope: slopes[0, channel].double)
        return (value, Element.roundings(taps: test.taps) * Element.roundoff * size)
    }
}

extension KernelComparison {
    mutating func checkDepthwise() {
        for kernel in set.depthwise {
            for test in depthwiseCases(kernel) {
                let data = Convolved<Element>(test, set)
                let output = data.run(kernel)
                expect(output.isIntact, "\(kernel.name): wrote outside of its pixels")
                for pixel in 0..<output.count {
                    for channel in 0..<test.channels {
                        let (value, tolerance) = data.expected(pixel: pixel, channel)
                        expect(
                            output[pixel, channel], value, within: tolerance,
                            "\(kernel.name), \(test.text), at \(pixel), \(channel)")
                    }
                }
            }
        }
    }

    /// Specialised kernels add in the same order as the general one, and rows in the same call do not affect each
    /// other.
    mutating func checkDepthwiseRows() {
        guard let general = set.depthwise.last else { return expect(false, "there are no kernels") }
        for kernel in set.depthwise {
            for var test in depthwiseCases(kernel) {
                let data = Convolved<Element>(test, set)
                let output = data.run(kernel)
                expect(output.hasBits(of: data.run(general)), "\(kernel.name): other bits than \(general.name)")
                for row in 0..<test.outputRows where test.outputRows > 1 {
                    let single = data.run(kernel, onlyRow: row)
                    for pixel in 0..<test.outputWidth {
                        for channel in 0..<test.channels {
                            let bits = output[row * test.outputWidth + pixel, channel].bitPattern
                            expect(
                                single[pixel, channel].bitPattern == bits, "\(kernel.name): other bits in row \(row)")
                        }
                    }
                }
                guard set.storesBytes else { continue }
                test.activation = .clamp
                for offset in [Int32(0), -128] { checkBytes(kernel, Convolved(test, set), offset: offset) }
            }
        }
    }

    /// Bytes are the rounded results.
    private mutating func checkBytes(_ kernel: DepthwiseKernel, _ data: Convolved<Element>, offset: Int32) {
        let results = data.run(kernel)
        let pixelStride = data.test.channels + 3
        var bytes = [UInt8](repeating: 99, count: results.count * pixelStride)
        bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            data.run(kernel, to: base, byteFactor: 60, byteStart: 0x1.8p23 + Float(offset))
        }
        for index in bytes.indices {
            let (pixel, channel) = index.quotientAndRemainder(dividingBy: pixelStride)
            var expected: Int32 = 99
            if channel < data.test.channels {
                expected = offset + Int32((results[pixel, channel].double * 60).rounded(.toNearestOrEven))
            }
            expect(bytes[index] == UInt8(truncatingIfNeeded: expected), "\(kernel.name): byte at \(pixel), \(channel)")
        }
    }

    private func depthwiseCases(_ kernel: DepthwiseKernel) -> [DepthwiseCase] {
        let size = kernel.kernelSize == 0 ? 4 : kernel.kernelSize
        let stride = kernel.stride == 0 ? 3 : kernel.stride
        var cases = rowCases(size: size, stride: stride) + pictureCases(size: size, stride: stride)
        guard kernel.kernelSize == 0 else { return cases }
        for (height, dilation) in [(2, 1), (2, 2), (2, 3), (3, 2)] {
            cases.append(
                DepthwiseCase(
                    kernelHeight: height, kernelWidth: 3, stride: 1, dilation: dilation, channels: set.lanes + 1,
                    inputWidth: 11, outputWidth: 11, padLeft: dilation, inputRows: height))
        }
        return cases
    }

    /// Single rows, padded on every side.
    private func rowCases(size: Int, stride: Int) -> [DepthwiseCase] {
        var cases: [DepthwiseCase] = []
        for outputWidth in [1, 2, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 17, 24, 57] {
            for padLeft in [0, size / 2, size - 1] {
                for missing in 0...size {
                    let inputWidth = (outputWidth - 1) * stride + size - padLeft - missing
                    guard inputWidth > 0 else { continue }
                    let firstRow = outputWidth % size
                    cases.append(
                        DepthwiseCase(
                            kernelHeight: size, kernelWidth: size, stride: stride,
                            channels: set.lanes + outputWidth % 3, inputWidth: inputWidth, outputWidth: outputWidth,
                            padLeft: padLeft, firstKernelRow: firstRow, inputRows: max(0, size - missing - firstRow),
                            activation: activations[(outputWidth + missing) % 3]))
                }
            }
        }
        for channels in 1...(3 * set.lanes + 1) {
            for padTop in 0...1 {
                cases.append(
                    DepthwiseCase(
                        kernelHeight: size, kernelWidth: size, stride: stride, channels: channels,
                        inputWidth: 8 * stride, outputWidth: 8, padLeft: (size - 1) / 2, firstKernelRow: padTop,
                        inputRows: size, activation: activations[channels % 3]))
            }
        }
        return cases
    }

    /// Whole images and strips of them, padded above and below by any number of rows.
    private func pictureCases(size: Int, stride: Int) -> [DepthwiseCase] {
        var cases: [DepthwiseCase] = []
        func add(outputWidth: Int, outputRows: Int, inputWidth: Int, padLeft: Int, padTop: Int, missing: Int) {
            let inputRows = (outputRows - 1) * stride + size - padTop - missing
            guard inputWidth > 0, inputRows > 0 else { return }
            cases.append(
                DepthwiseCase(
                    kernelHeight: size, kernelWidth: size, stride: stride, channels: set.lanes + outputWidth % 3,
                    inputWidth: inputWidth, outputWidth: outputWidth, padLeft: padLeft, firstKernelRow: padTop,
                    inputRows: inputRows, outputRows: outputRows,
                    activation: activations[(outputRows + missing) % 3]))
        }
        for outputRows in 2...7 {
            for padTop in 0..<size {
                for missing in 0..<size {
                    add(
                        outputWidth: 7, outputRows: outputRows, inputWidth: 7 * stride, padLeft: (size - 1) / 2,
                        padTop: padTop, missing: missing)
                }
            }
        }
        for outputWidth in [1, 2, 5, 8, 13] {
            for padTop in 0...2 {
                for outputRows in [1, 4, 6, 7, 9] {
                    add(
                        outputWidth: outputWidth, outputRows: outputRows,
                        inputWidth: (outputWidth - 1) * stride + size - padTop - 1, padLeft: 1, padTop: padTop,
                        missing: 1)
                }
            }
        }
        return cases
    }
}
