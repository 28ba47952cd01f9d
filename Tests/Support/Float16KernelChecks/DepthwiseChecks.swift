import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// A depthwise convolution of some output rows.
private struct Window {
    var size: Int
    var stride: Int
    var dilation = 1
    var channels: Int
    var inputWidth: Int
    var outputWidth: Int
    var padLeft: Int
    var padTop: Int
    var inputRows: Int
    var outputRows: Int
    var activation: Activation
}

extension Float16KernelChecks {
    mutating func checkDepthwise(_ kernel: DepthwiseKernel) {
        let activations: [Activation] = [.none, .clamp, .prelu]
        let size = kernel.kernelSize == 0 ? 4 : kernel.kernelSize
        let stride = kernel.stride == 0 ? 3 : kernel.stride
        for outputWidth in [1, 2, 5, 8, 13] {
            for missing in 0...2 {
                for outputRows in [1, 4, 6, 7, 9] {
                    let inputRows = (outputRows - 1) * stride + size - missing - 1
                    let inputWidth = (outputWidth - 1) * stride + size - missing - 1
                    guard inputWidth > 0, inputRows > 0 else { continue }
                    checkDepthwise(
                        kernel,
                        Window(
                            size: size, stride: stride, channels: set.lanes + outputWidth % 3, inputWidth: inputWidth,
                            outputWidth: outputWidth, padLeft: 1, padTop: missing, inputRows: inputRows,
                            outputRows: outputRows, activation: activations[(outputWidth + missing) % 3]))
                }
            }
        }
        for channels in 1...(2 * set.lanes + 1) {
            checkDepthwise(
                kernel,
                Window(
                    size: size, stride: stride, channels: channels, inputWidth: 4 * stride, outputWidth: 4,
                    padLeft: (size - 1) / 2, padTop: 1, inputRows: size, outputRows: 1,
                    activation: activations[channels % 3]))
        }
        if kernel.kernelSize == 0 {
            checkDepthwise(
                kernel,
                Window(
                    size: 3, stride: 1, dilation: 2, channels: set.lanes + 1, inputWidth: 11, outputWidth: 11,
                    padLeft: 2, padTop: 0, inputRows: 3, outputRows: 1, activation: .none))
        }
    }

    private mutating func checkDepthwise(_ kernel: DepthwiseKernel, _ window: Window) {
        let (size, channels) = (window.size, window.channels)
        var noise = SplitMix64(seed: UInt64(channels &* 131 &+ window.outputWidth))
        let input = (0..<window.inputRows).map { _ in
            Float16Rows(window.inputWidth, channels, gap: 7) { _, _ in noise.float16() }
        }
        let weights = Float16Rows(size * size, channels) { _, _ in noise.float16() }
        let padded = (channels + set.lanes - 1) / set.lanes * set.lanes
        let bias = Float16Rows(1, padded) { _, _ in noise.float16() }
        let slopes = Float16Rows(1, padded) { _, _ in noise.float16() }
        let packed = Float16Rows(1, padded * size * size)
        var packing = PackDepthwiseArguments(
            weights: .float16(bits(weights)), taps: size * size, channels: channels, packed: packed.base)
        set.packDepthwise(&packing)

        let (low, high): (Float, Float) = (-1, 1.5)
        let output = Float16Rows(window.outputRows * window.outputWidth, channels, gap: 3)
        let addresses = input.map { UnsafeRawPointer($0.base) }
        addresses.withUnsafeBufferPointer { rows in
            var arguments = DepthwiseArguments(
                inputRows: rows.baseAddress.unsafelyUnwrapped, firstKernelRow: window.padTop, rowCount: rows.count,
                inputWidth: window.inputWidth, inputPixelStride: channels + 7, output: output.base,
                outputWidth: window.outputWidth, outputPixelStride: channels + 3, outputRows: window.outputRows,
                tileRows: kernel.tiling.height(rows: window.outputRows),
                outputRowStride: window.outputWidth * (channels + 3), channels: channels, kernelHeight: size,
                kernelWidth: size, stride: window.stride, dilation: window.dilation, padLeft: window.padLeft,
                weights: packed.base, bias: bias.base,
                slopes: window.activation == .prelu ? UnsafeRawPointer(slopes.base) : nil,
                activation: window.activation.rawValue, low: low, high: high, byteFactor: 0, byteStart: 0)
            kernel.run(&arguments)
        }
        expect(output.isIntact, "\(kernel.name): wrote outside of its pixels")
        for pixel in 0..<output.rows {
            let (outputRow, outputColumn) = pixel.quotientAndRemainder(dividingBy: window.outputWidth)
            for channel in 0..<channels {
                var sum = Double(bias[0, channel])
                var total = abs(sum)
                for tap in 0..<size * size {
                    let row = outputRow * window.stride - window.padTop + tap / size
                    let column = outputColumn * window.stride - window.padLeft + tap % size * window.dilation
                    guard row >= 0, row < window.inputRows, column >= 0, column < window.inputWidth else { continue }
                    let product = Double(input[row][column, channel]) * Double(weights[tap, channel])
                    sum += product
                    total += abs(product)
                }
                let value = activate(sum, window.activation, low: low, high: high, slope: slopes[0, channel])
                expect(
                    output[pixel, channel], value, within: Double(size * size + 2) * roundoff * total,
                    "\(kernel.name), \(channels) channels, \(window.outputWidth) wide, at \(pixel), \(channel)")
            }
        }
    }

    func bits(_ numbers: Float16Rows) -> UnsafePointer<UInt16> {
        UnsafeRawPointer(numbers.base).assumingMemoryBound(to: UInt16.self)
    }
}
