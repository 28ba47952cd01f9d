import TegataBuffers
import TegataKernelABI

/// A convolution as a matrix product, panel by panel over all pixels.
final class GemmLayer: Runnable {
    private let layer: Layer
    private let set: KernelSet
    private var calls: [(kernel: GemmKernel, arguments: GemmArguments)] = []
    private var buffers: [AlignedBuffer] = []
    private let weights: UnsafeMutablePointer<Float>
    private let rows: Int
    private let depth: Int
    private let columns: Int

    init(_ layer: Layer, _ set: KernelSet) {
        self.layer = layer
        self.set = set
        var segments = 1
        var segmentLength = 0
        // Each call covers a run of rows with equal distances: the whole image, or one line of it.
        var lines = 1
        var lineStride = 0
        var rowStride = 0
        var segmentStride = 0
        var inputCount = 0
        switch layer.shape {
        case .gemm(let pixels, let depth, let columns):
            (rows, self.depth, self.columns) = (pixels, depth, columns)
            (segmentLength, rowStride, inputCount) = (depth, depth, pixels * depth)
        case .window(let size, let kernel, let stride, let channels, let columns):
            (rows, depth, self.columns) = (size * size, kernel * kernel * channels, columns)
            (segments, segmentLength, lines) = (kernel, kernel * channels, size)
            // A border of zeros, as the image warp writes it.
            let width = (size - 1) * stride + kernel
            segmentStride = width * channels
            rowStride = stride * channels
            lineStride = stride * segmentStride
            inputCount = width * segmentStride
        case .depthwise: preconditionFailure("not a matrix product")
        }
        let input = noise(inputCount)
        let residual = noise(rows * columns)
        let output = noise(rows * columns)
        let bias = noise(columns + 64)
        let slopes = noise(columns + 64)
        let weights = noise(depth * columns)
        self.weights = weights.floats
        buffers = [input.buffer, residual.buffer, output.buffer, bias.buffer, slopes.buffer, weights.buffer]

        var column = 0
        for kernel in set.gemmKernels(columns: columns) {
            let panel = AlignedBuffer(byteCount: 4 * depth * kernel.width)
            buffers.append(panel)
            let width = min(kernel.width, columns - column)
            var packing = PackGemmArguments(
                weights: .float32(UnsafePointer(weights.floats + column * depth)), columnStride: depth, depth: depth,
                columns: width,
                panel: panel.floats(at: 0, count: depth * kernel.width), width: kernel.width)
            set.packGemm(&packing)
            for line in 0..<lines {
                let first = line * (rows / lines)
                calls.append(
                    (
                        kernel,
                        GemmArguments(
                            a: UnsafePointer(input.floats + line * lineStride), aRowStride: rowStride,
                            segments: segments,
                            segmentLength: segmentLength, segmentStride: segmentStride,
                            panel: UnsafePointer(panel.floats(at: 0, count: depth * kernel.width)),
                            bias: UnsafePointer(bias.floats + column), slopes: UnsafePointer(slopes.floats + column),
                            residual: layer.hasResidual
                                ? UnsafePointer(residual.floats + first * columns + column) : nil,
                            residualRowStride: columns, c: output.floats + first * columns + column,
                            cRowStride: columns,
                            rows: rows / lines, columns: width, activation: layer.activation.rawValue, low: 0, high: 6)
                    ))
            }
            column += kernel.width
        }
    }

    var kernelNames: String {
        var widths: [String] = []
        for kernel in set.gemmKernels(columns: columns) { widths.append("\(kernel.tileRows)x\(kernel.width)") }
        var text = ""
        for width in Set(widths).sorted() {
            text += (text.isEmpty ? "" : " ") + width + "*\(widths.filter { $0 == width }.count)"
        }
        return text
    }

    func run() {
        for index in calls.indices {
            withUnsafePointer(to: calls[index].arguments) { calls[index].kernel.run($0) }
        }
    }

    func worstError() -> Double {
        var worst = 0.0
        var firstColumn = 0
        for (index, call) in calls.enumerated() {
            let arguments = call.arguments
            if index > 0, arguments.panel != calls[index - 1].arguments.panel {
                firstColumn += calls[index - 1].kernel.width
            }
            for row in stride(from: 0, to: arguments.rows, by: max(1, arguments.rows / 5)) {
                for column in 0..<arguments.columns {
                    var sum = arguments.bias.float(column)
                    if let residual = arguments.residual {
                        sum += residual.float(row * arguments.residualRowStride + column)
                    }
                    var size = abs(sum)
                    for k in 0..<depth {
                        let segment = k / arguments.segmentLength
                        let a =
                            arguments.a.float(
                                row * arguments.aRowStride + segment * arguments.segmentStride + k
                                    % arguments.segmentLength)
                        let product = a * Double(weights[(firstColumn + column) * depth + k])
                        sum += product
                        size += abs(product)
                    }
                    let value =
                        switch Activation(rawValue: arguments.activation) ?? .none {
                        case .none: sum
                        case .clamp: min(max(sum, 0), 6)
                        case .prelu: sum < 0 ? sum * arguments.slopes!.float(column) : sum
                        }
                    let result = UnsafeRawPointer(arguments.c).float(row * arguments.cRowStride + column)
                    worst = max(worst, abs(result - value) / size)
                }
            }
        }
        return worst
    }
}
