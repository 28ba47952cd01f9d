import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A weight matrix split into panels in the kernels' layout, with bias, slopes and activation: everything that a
/// product needs except its operands. The panels are in buffers that the network keeps alive.
struct MatrixProduct: @unchecked Sendable {
    /// Some adjacent columns and the kernel that multiplies them.
    struct Panel {
        let kernel: GemmKernel
        let firstColumn: Int
        var columns: Int
        let weights: UnsafeRawPointer
        let bias: UnsafeRawPointer
        let slopes: UnsafeRawPointer?
    }

    let panels: [Panel]
    /// The element types of operands and packed weights.
    let elements: KernelElements
    let inner: Int
    let activation: Activation
    let low: Float
    let high: Float
    /// The number of columns that the residual covers, starting at the left.
    let residualColumns: Int
    /// Converts weights to float32 if they are stored as float16 although the kernels read float32.
    var widen: (@Sendable (UnsafePointer<WidenArguments>) -> Void)?

    /// Converts rows to bytes if the weights are bytes.
    var quantizer: RowQuantizer?

    /// The scratch memory in bytes that a run needs.
    var scratchByteCount: Int { quantizer?.scratchByteCount ?? 0 }

    /// The operands of a product, all pointing to row 0 and column 0.
    struct Operands {
        var a: Elements
        var aRowStride: Int
        var segments = 1
        var segmentLength: Int
        var segmentStride = 0
        var output: Elements
        var outputRowStride: Int
        var residual: Elements?
        var residualRowStride = 0
        var rows: Int
        /// Memory of ``scratchByteCount`` bytes.
        var scratch: UnsafeMutableRawPointer?
    }

    /// Multiplies by all panels.
    @inline(__always)
    func run(_ operands: Operands) {
        run(panels: 0..<panels.count, operands)
    }

    /// The number of bytes that ``weights(of:in:)`` may need.
    var widenedByteCount: Int {
        widen == nil ? 0 : panels.reduce(0) { max($0, $1.kernel.width) } * inner * MemoryLayout<Float>.stride
    }

    /// Returns a panel's weights in the form that its kernel reads, converted to float32 in `scratch`; nil if they are
    /// already stored in that form.
    func weights(of panel: Int, in scratch: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
        guard let widen else { return nil }
        var arguments = WidenArguments(
            input: panels[panel].weights.assumingMemoryBound(to: UInt16.self),
            output: scratch.assumingMemoryBound(to: Float.self), count: panels[panel].kernel.width * inner)
        widen(&arguments)
        return UnsafeRawPointer(scratch)
    }

    /// Multiplies by some of the panels, or by a single one if `weights` is given.
    func run(panels range: Range<Int>, weights: UnsafeRawPointer? = nil, _ operands: Operands) {
        guard let quantizer else { return multiply(range, weights: weights, operands) }
        var operands = operands
        operands.segmentLength = Int8Weights.paddedDepth(inner)
        if operands.a.type == .int8 {
            operands.aRowStride = quantizer.rowByteCount
            return multiply(range, operands)
        }
        guard let scratch = operands.scratch else { preconditionFailure("8-bit products have scratch memory") }
        for row in stride(from: 0, to: operands.rows, by: quantizer.rowsAtOnce) {
            var part = operands
            part.rows = min(quantizer.rowsAtOnce, operands.rows - row)
            part.output = operands.output + row * operands.outputRowStride
            part.residual = operands.residual.map { $0 + row * operands.residualRowStride }
            quantizer.convert(
                operands.a + row * operands.aRowStride, rowStride: operands.aRowStride, rows: part.rows, to: scratch)
            part.a = Elements(scratch, .int8)
            part.aRowStride = quantizer.rowByteCount
            multiply(range, part)
        }
    }

    private func multiply(_ range: Range<Int>, weights: UnsafeRawPointer? = nil, _ operands: Operands) {
        // Access in place, because copying a panel would count references to its kernel.
        panels.withUnsafeBufferPointer { panels in
            for index in range {
                let firstColumn = panels[index].firstColumn
                let hasResidual = firstColumn < residualColumns
                var arguments = GemmArguments(
                    a: operands.a.pointer, aRowStride: operands.aRowStride, segments: operands.segments,
                    segmentLength: operands.segmentLength, segmentStride: operands.segmentStride,
                    panel: weights ?? panels[index].weights, bias: panels[index].bias, slopes: panels[index].slopes,
                    residual: hasResidual ? operands.residual.map { UnsafeRawPointer($0.at(firstColumn)) } : nil,
                    residualRowStride: operands.residualRowStride, c: operands.output.at(firstColumn),
                    cRowStride: operands.outputRowStride, rows: operands.rows, columns: panels[index].columns,
                    activation: activation.rawValue, low: low, high: high)
                panels[index].kernel.run(&arguments)
            }
        }
    }

    /// The names of the kernels, without duplicates.
    var kernelNames: String {
        var names: [String] = []
        for panel in panels where !names.contains(panel.kernel.name) { names.append(panel.kernel.name) }
        var text = ""
        for name in names { text += text.isEmpty ? name : " + \(name)" }
        return text
    }
}

extension ConvolutionInstruction {
    /// The number of products per output element.
    var inner: Int { window.height * window.width * (inputShape.channels / groups) }

    var products: Int { (outputShape.pixels * outputShape.channels).clampedProduct(with: inner) }

    var isPixel: Bool { window.isPixel && groups == 1 }
}
