import TegataBuffers
import TegataKernelABI

/// A 1×1 convolution in 8 bits: it quantises a few rows at a time and multiplies them by all panels.
final class Int8GemmLayer: Runnable {
    private let layer: Layer
    private let set: Int8KernelSet
    private let rows: Int
    private let depth: Int
    private let columns: Int
    private let top: Float
    private let input: UnsafeMutablePointer<Float>
    private var panels: [(kernel: GemmKernel, weights: Int8Weights, arguments: GemmArguments)] = []
    private let quantized: AlignedBuffer
    private var buffers: [AlignedBuffer] = []

    /// The number of rows whose bytes fit in the L1 cache.
    private let rowsAtOnce: Int

    init?(_ layer: Layer, _ set: Int8KernelSet) {
        guard case .gemm(let pixels, let depth, let columns) = layer.shape else { return nil }
        self.layer = layer
        self.set = set
        (rows, self.depth, self.columns) = (pixels, depth, columns)
        let (length, stride) = (Int8Weights.paddedDepth(depth), Int8Weights.rowByteCount(depth: depth))
        rowsAtOnce = max(7, cacheShare / stride / 7 * 7)
        // Projections follow a ReLU6.
        top = layer.activation == .none ? 6 : 0
        let input = noise(rows * depth)
        if top > 0 {
            for index in 0..<rows * depth { input.floats[index] = max(0, input.floats[index] * 6) }
        }
        let residual = noise(rows * columns)
        let output = noise(rows * columns)
        let slopes = noise(columns + 64)
        let source = noise(depth * columns)
        self.input = input.floats
        quantized = AlignedBuffer(byteCount: rowsAtOnce * stride)
        buffers = [input.buffer, residual.buffer, output.buffer, slopes.buffer]
        // Projections without a residual have 16-bit weights.
        let planes = top > 0 && !layer.hasResidual ? 2 : 1
        var column = 0
        for kernel in set.gemmKernels(columns: columns, planes: planes) {
            let width = kernel.width
            // Every panel's bias repeats the start of the noise sequence.
            let bias = noise(width)
            let panel = AlignedBuffer(byteCount: width * Int8Weights.columnByteCount(depth: depth, planes: planes))
            buffers.append(panel)
            let stored = min(width, columns - column)
            let weights = Int8Weights(at: panel.base, depth: depth, width: width, planes: planes)
            for index in 0..<stored {
                weights.store(
                    source.floats + (column + index) * depth, asColumn: index,
                    startFactor: set.startFactor(hasTop: top > 0))
            }
            (panel.base + weights.biasOffset).copyMemory(
                from: bias.floats, byteCount: width * MemoryLayout<Float>.stride)
            panels.append(
                (
                    kernel, weights,
                    GemmArguments(
                        a: quantized.base, aRowStride: stride, segments: 1, segmentLength: length, segmentStride: 0,
                        panel: panel.base, bias: panel.base + weights.biasOffset, slopes: slopes.floats + column,
                        residual: layer.hasResidual ? UnsafeRawPointer(residual.floats + column) : nil,
                        residualRowStride: columns, c: output.floats + column, cRowStride: columns, rows: 0,
                        columns: stored, activation: layer.activation.rawValue, low: 0, high: 6)
                ))
            column += width
        }
    }

    var kernelNames: String {
        var text = ""
        for panel in panels { text += (text.isEmpty ? "" : " ") + "\(panel.kernel.width)" }
        return text.count > 25 ? String(text.prefix(22)) + "..." : text
    }

    func run() {
        var row = 0
        while row < rows {
            let count = min(rowsAtOnce, rows - row)
            var arguments = QuantizeArguments(
                input: input + row * depth, inputRowStride: depth, rows: count, depth: depth, top: top,
                output: quantized.base)
            set.quantize(&arguments)
            for panel in panels {
                var arguments = panel.arguments
                arguments.rows = count
                arguments.c += 4 * row * columns
                if let residual = arguments.residual { arguments.residual = residual + 4 * row * columns }
                panel.kernel.run(&arguments)
            }
            row += count
        }
    }

    func worstError() -> Double {
        var worst = 0.0
        for panel in panels {
            let arguments = panel.arguments
            for row in stride(from: 0, to: rows, by: max(1, rows / 5)) {
                for column in 0..<arguments.columns {
                    var sum = arguments.bias.float(column)
                    if let residual = arguments.residual { sum += residual.float(row * columns + column) }
                    var size = abs(sum)
                    for k in 0..<depth {
                        let weight = panel.weights.value(k, ofColumn: column)
                        let product = Double(input[row * depth + k]) * weight
                        sum += product
                        size += abs(product)
                    }
                    let value =
                        switch layer.activation {
                        case .none: sum
                        case .clamp: min(max(sum, 0), 6)
                        case .prelu: sum < 0 ? sum * arguments.slopes!.float(column) : sum
                        }
                    let result = UnsafeRawPointer(arguments.c).float(row * columns + column)
                    worst = max(worst, abs(result - value) / size)
                }
            }
        }
        // Activations have 8 bits.
        return worst / 5_000
    }
}

extension Int8Weights {
    /// Returns the number that a weight's bytes represent.
    fileprivate func value(_ k: Int, ofColumn column: Int) -> Double {
        (0..<planes).reduce(0) {
            $0 + Double(weight(k, ofColumn: column, plane: $1)) * Double(scale(ofColumn: column, plane: $1))
        }
    }
}

/// The bytes of quantised rows that are multiplied together.
let cacheShare = 16 << 10
