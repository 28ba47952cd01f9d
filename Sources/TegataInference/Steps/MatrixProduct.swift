import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A weight matrix cut into panels in the kernels' layout, with bias, slopes and activation: all that a product needs but its operands.
/// The panels lie in buffers that the network keeps.
struct MatrixProduct: @unchecked Sendable {
    /// Some neighbouring columns and the kernel that multiplies them.
    struct Panel {
        let kernel: GemmKernel
        let firstColumn: Int
        let columns: Int
        let weights: UnsafePointer<Float>
        let bias: UnsafePointer<Float>
        let slopes: UnsafePointer<Float>?
    }

    let panels: [Panel]
    let inner: Int
    let activation: Activation
    let low: Float
    let high: Float
    /// The residual reaches over this many columns from the left.
    let residualColumns: Int

    /// Operands of a product, all pointing at row 0 and column 0.
    struct Operands {
        var a: UnsafePointer<Float>
        var aRowStride: Int
        var segments = 1
        var segmentLength: Int
        var segmentStride = 0
        var output: UnsafeMutablePointer<Float>
        var outputRowStride: Int
        var residual: UnsafePointer<Float>?
        var residualRowStride = 0
        var rows: Int
    }

    /// Multiplies by all panels.
    @inline(__always)
    func run(_ operands: Operands) {
        run(panels: 0..<panels.count, operands)
    }

    /// Multiplies by some of the panels.
    func run(panels range: Range<Int>, _ operands: Operands) {
        for index in range {
            let panel = panels[index]
            let hasResidual = panel.firstColumn < residualColumns
            var arguments = GemmArguments(
                a: operands.a, aRowStride: operands.aRowStride, segments: operands.segments,
                segmentLength: operands.segmentLength, segmentStride: operands.segmentStride, panel: panel.weights,
                bias: panel.bias, slopes: panel.slopes,
                residual: hasResidual ? operands.residual.map { $0 + panel.firstColumn } : nil,
                residualRowStride: operands.residualRowStride, c: operands.output + panel.firstColumn,
                cRowStride: operands.outputRowStride, rows: operands.rows, columns: panel.columns, activation: activation,
                low: low, high: high)
            panel.kernel.run(&arguments)
        }
    }

    /// Names of the kernels, each once.
    var kernelNames: String {
        var names: [String] = []
        for panel in panels where !names.contains(panel.kernel.name) { names.append(panel.kernel.name) }
        var text = ""
        for name in names { text += text.isEmpty ? name : " + \(name)" }
        return text
    }
}

extension PlanBuilder {
    /// Packs the weights of a convolution: columns of a constant `[output channels][inner]` filter, all of them or those of one group.
    mutating func pack(_ step: ConvolutionStep, columns: Range<Int>? = nil, rows: Int) -> MatrixProduct {
        let columns = columns ?? 0..<step.outputPicture.channels
        let inner = step.inner
        let residualColumns = step.residual.map { graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
        // A panel lies wholly inside or wholly outside the residual.
        let cut = min(max(residualColumns, columns.lowerBound), columns.upperBound)
        let slopes = step.activation.slopes
        let panels =
            packPanels(step, columns.lowerBound..<cut, inner: inner, rows: rows, slopes: slopes)
            + packPanels(step, cut..<columns.upperBound, inner: inner, rows: rows, slopes: slopes)
        let (activation, low, high) = step.activation.kernelForm
        return MatrixProduct(
            panels: panels, inner: inner, activation: activation, low: low, high: high, residualColumns: residualColumns)
    }

    private mutating func packPanels(
        _ step: ConvolutionStep, _ columns: Range<Int>, inner: Int, rows: Int, slopes: Int?
    ) -> [MatrixProduct.Panel] {
        let kernels = kernels.gemmKernels(columns: columns.count, rows: rows)
        let width = kernels.reduce(0) { $0 + $1.width }
        let buffer = AlignedBuffer(byteCount: max(width * (inner + 2) * 4, 4))
        retain(buffer)
        let source = graph.values[step.filter].constantView
        var panels: [MatrixProduct.Panel] = []
        var offset = 0
        var first = columns.lowerBound
        for kernel in kernels {
            let count = min(kernel.width, columns.upperBound - first)
            let weights = buffer.floats(at: offset * 4, count: kernel.width * inner)
            if let source {
                for column in 0..<count {
                    let start = (first + column) * inner
                    for row in 0..<inner { weights[row * kernel.width + column] = source[start + row] }
                }
            }
            let biasOffset = offset + kernel.width * inner
            let slopeOffset = biasOffset + kernel.width
            copyChannels(step.bias, first..<first + count, to: buffer, at: biasOffset)
            copyChannels(slopes, first..<first + count, to: buffer, at: slopeOffset)
            panels.append(
                MatrixProduct.Panel(
                    kernel: kernel, firstColumn: first, columns: count, weights: UnsafePointer(weights),
                    bias: UnsafePointer(buffer.floats(at: biasOffset * 4, count: kernel.width)),
                    slopes: slopes == nil ? nil : UnsafePointer(buffer.floats(at: slopeOffset * 4, count: kernel.width))))
            offset = slopeOffset + kernel.width
            first += count
        }
        return panels
    }

    /// Copies channels of a constant vector into a packed buffer, `offset` floats from its start.
    func copyChannels(_ value: Int?, _ range: Range<Int>, to buffer: AlignedBuffer, at offset: Int) {
        guard let value, let view = graph.values[value].constantView else { return }
        let target = buffer.floats(at: offset * 4, count: range.count)
        for (index, channel) in range.enumerated() { target[index] = view[channel] }
    }
}

extension ConvolutionStep {
    /// Products per output element.
    var inner: Int { window.height * window.width * inputPicture.channels / groups }

    var isPixel: Bool { window.isPixel && groups == 1 }
}

extension KernelSet {
    /// The kernels for the panels of a matrix, left to right: as wide as possible, the rest by the narrowest that fits.
    func gemmKernels(columns: Int, rows: Int) -> [GemmKernel] {
        var left = columns
        var chosen: [GemmKernel] = []
        while left > 0 {
            let fitting = gemm.filter { $0.width <= left }
            let kernel = fitting.first ?? gemm.min { $0.width < $1.width } ?? gemm[0]
            chosen.append(kernel)
            left -= kernel.width
        }
        return chosen
    }
}
