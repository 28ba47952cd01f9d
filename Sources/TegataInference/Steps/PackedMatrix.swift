import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A weight matrix cut into panels in the kernels' layout, with bias and slopes beside it; inside a buffer that the network keeps.
struct PackedMatrix: @unchecked Sendable {
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
    let byteCount: Int

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
    /// Packs rows `columns` of a constant `[output channels][inner]` filter.
    mutating func pack(
        filter: Int, columns: Range<Int>, inner: Int, bias: Int?, slopes: Int?, rows: Int
    ) -> PackedMatrix {
        let kernels = kernels.gemmKernels(columns: columns.count, rows: rows)
        let width = kernels.reduce(0) { $0 + $1.width }
        let buffer = AlignedBuffer(byteCount: max(width * (inner + 2) * 4, 4))
        retain(buffer)
        let source = graph.values[filter].constantView
        var panels: [PackedMatrix.Panel] = []
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
            copyChannels(bias, first..<first + count, to: buffer, at: biasOffset)
            copyChannels(slopes, first..<first + count, to: buffer, at: slopeOffset)
            panels.append(
                PackedMatrix.Panel(
                    kernel: kernel, firstColumn: first, columns: count, weights: UnsafePointer(weights),
                    bias: UnsafePointer(buffer.floats(at: biasOffset * 4, count: kernel.width)),
                    slopes: slopes == nil ? nil : UnsafePointer(buffer.floats(at: slopeOffset * 4, count: kernel.width))))
            offset = slopeOffset + kernel.width
            first += count
        }
        return PackedMatrix(panels: panels, byteCount: buffer.count)
    }

    private func copyChannels(_ value: Int?, _ range: Range<Int>, to buffer: AlignedBuffer, at offset: Int) {
        guard let value, let view = graph.values[value].constantView else { return }
        let target = buffer.floats(at: offset * 4, count: range.count)
        for (index, channel) in range.enumerated() { target[index] = view[channel] }
    }
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
