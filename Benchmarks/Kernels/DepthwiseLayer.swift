import TegataBuffers
import TegataKernelABI

/// A depthwise convolution of a square image, row by row, padded like TensorFlow's SAME.
final class DepthwiseLayer: Runnable {
    private let kernel: DepthwiseKernel
    private var calls: [DepthwiseArguments] = []
    private let rowPointers: UnsafeMutablePointer<UnsafeRawPointer>
    private var buffers: [AlignedBuffer] = []
    private let weights: UnsafeMutablePointer<Float>
    private let slopes: UnsafeMutablePointer<Float>

    init(_ layer: Layer, _ set: KernelSet, rowsPerCall: Int, rowPad: Int) {
        guard case .depthwise(let size, let kernelSize, let stride, let channels) = layer.shape else {
            preconditionFailure("not a depthwise convolution")
        }
        kernel = set.depthwise.first { $0.kernelSize == kernelSize && $0.stride == stride } ?? set.depthwise.last!
        let inputSize = size * stride
        let padding = (size - 1) * stride + kernelSize - inputSize
        let before = padding / 2
        let input = noise(inputSize * (inputSize * channels + rowPad))
        let output = noise(size * size * channels)
        let taps = kernelSize * kernelSize
        let source = noise(taps * channels)
        let padded = (channels + set.lanes - 1) / set.lanes * set.lanes
        let packed = noise(taps * padded)
        let bias = noise(padded)
        let slopes = noise(padded)
        weights = source.floats
        self.slopes = slopes.floats
        buffers = [input.buffer, output.buffer, source.buffer, packed.buffer, bias.buffer, slopes.buffer]
        var packing = PackDepthwiseArguments(
            weights: .float32(UnsafePointer(source.floats)), taps: taps, channels: channels, packed: packed.floats)
        set.packDepthwise(&packing)

        rowPointers = .allocate(capacity: inputSize)
        for row in 0..<inputSize {
            (rowPointers + row).initialize(to: UnsafeRawPointer(input.floats + row * (inputSize * channels + rowPad)))
        }
        for row in Swift.stride(from: 0, to: size, by: rowsPerCall) {
            let rows = min(rowsPerCall, size - row)
            let first = row * stride - before
            let skipped = max(0, -first)
            let end = min(first + (rows - 1) * stride + kernelSize, inputSize)
            calls.append(
                DepthwiseArguments(
                    inputRows: UnsafePointer(rowPointers + first + skipped), firstKernelRow: skipped,
                    rowCount: end - first - skipped,
                    inputWidth: inputSize, inputPixelStride: channels, output: output.floats + row * size * channels,
                    outputWidth: size, outputPixelStride: channels, outputRows: rows,
                    tileRows: kernel.tiling.height(rows: rows),
                    outputRowStride: size * channels, channels: channels, kernelHeight: kernelSize,
                    kernelWidth: kernelSize, stride: stride, dilation: 1, padLeft: before,
                    weights: UnsafePointer(packed.floats),
                    bias: UnsafePointer(bias.floats), slopes: UnsafePointer(slopes.floats),
                    activation: layer.activation.rawValue, low: 0,
                    high: 6, byteFactor: 0, byteStart: 0))
        }
    }

    deinit { rowPointers.deallocate() }

    var kernelNames: String { kernel.name }

    func run() {
        for index in calls.indices {
            withUnsafePointer(to: calls[index]) { kernel.run($0) }
        }
    }

    func worstError() -> Double {
        var worst = 0.0
        for (arguments, outputRow) in calls.flatMap({ call in (0..<call.outputRows).map { (call, $0) } }) {
            let firstRow = outputRow * arguments.stride - arguments.firstKernelRow
            for output in stride(from: 0, to: arguments.outputWidth, by: max(1, arguments.outputWidth / 7)) {
                for channel in 0..<arguments.channels {
                    var sum = arguments.bias.float(channel)
                    var size = abs(sum)
                    for kernelRow in 0..<arguments.kernelHeight {
                        let row = firstRow + kernelRow
                        guard row >= 0, row < arguments.rowCount else { continue }
                        for tap in 0..<arguments.kernelWidth {
                            let column = output * arguments.stride - arguments.padLeft + tap
                            guard column >= 0, column < arguments.inputWidth else { continue }
                            let index = kernelRow * arguments.kernelWidth + tap
                            let product =
                                arguments.inputRows[row].float(column * arguments.inputPixelStride + channel)
                                * Double(weights[index * arguments.channels + channel])
                            sum += product
                            size += abs(product)
                        }
                    }
                    let value =
                        switch Activation(rawValue: arguments.activation) ?? .none {
                        case .none: sum
                        case .clamp: min(max(sum, 0), 6)
                        case .prelu: sum < 0 ? sum * Double(slopes[channel]) : sum
                        }
                    worst = max(
                        worst,
                        abs(
                            UnsafeRawPointer(arguments.output).float(
                                outputRow * arguments.outputRowStride + output * arguments.outputPixelStride
                                    + channel) - value) / size)
                }
            }
        }
        return worst
    }
}
