import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataSystem

extension PlanBuilder {
    /// Returns an upper bound in bytes on the constants that binding an instruction adds: packed weights, including the
    /// zero columns that fill their panels, and copies.
    func mostConstantBytes(of instruction: Instruction) -> Int {
        var byteCount = 0
        func add(_ count: Int) { byteCount = byteCount.clampedSum(with: count) }
        for value in instruction.inputs where graph.values[value].constant != nil && !isWidened(value) {
            add(graph.values[value].type.byteCount)
        }
        switch instruction {
        // OpenBLAS reads weights unpacked.
        case .convolution where !backend.usesOwnKernels: break
        case .convolution(let convolution): add(mostPackedBytes(of: convolution))
        case .depthwise(let depthwise): add(packedBytes(of: depthwise))
        case .block(let block):
            add(packedBytes(of: block.depthwise))
            for convolution in [block.expansion, block.projection].compactMap({ $0 }) {
                add(mostPackedBytes(of: convolution))
            }
        case .heads(let heads):
            for convolution in heads.heads { add(mostPackedBytes(of: convolution)) }
        case .resize(let resize): add(resize.tableByteCount)
        default: break
        }
        return byteCount
    }

    private func mostPackedBytes(of convolution: ConvolutionInstruction) -> Int {
        let set = kernels(for: convolution.input)
        let panels = set.gemmKernels(columns: convolution.outputPicture.channels / convolution.groups)
        var width = panels.reduce(0) { $0 + $1.width }
        // Columns with a residual and columns without one have separate panels.
        if convolution.residual != nil { width += set.gemm.reduce(0) { max($0, $1.width) } }
        let panelByteCount =
            MemoryLayout<MatrixProduct>.stride + panels.count * MemoryLayout<MatrixProduct.Panel>.stride
        let weights = width.clampedProduct(with: set.elements.columnByteCount(weights: convolution.inner))
        return convolution.groups.clampedProduct(with: weights.clampedSum(with: panelByteCount))
    }

    private func packedBytes(of depthwise: DepthwiseInstruction) -> Int {
        let set = kernels(for: depthwise.input)
        let channels = (depthwise.outputPicture.channels + set.lanes - 1) / set.lanes * set.lanes
        return channels * set.elements.columnByteCount(weights: depthwise.window.height * depthwise.window.width)
    }
}

/// The memory for packed weights: one run in the order of packing, which large pages may hold. Small networks have a
/// separate buffer for each.
struct WeightMemory {
    private let run: AlignedBuffer?
    private var used = 0

    /// Creates memory for weights that fill at least `byteCount` bytes, and little more.
    init(least byteCount: Int) {
        // If there is more than one page size, pages that are never written take no memory.
        let isWorthIt = LargePages.alignment(filled: byteCount, atLeast: 1) > 1
        run = isWorthIt ? AlignedBuffer(reserving: byteCount + byteCount / 4, filled: byteCount) : nil
    }

    /// Returns `byteCount` zeroed bytes, followed by some that kernels may read.
    mutating func buffer(byteCount: Int) -> AlignedBuffer {
        guard let run, byteCount <= run.count - used else { return AlignedBuffer(byteCount: byteCount) }
        defer { used = AlignedBuffer.aligned(used + byteCount) }
        return AlignedBuffer(run, at: used, byteCount: byteCount)
    }
}

extension LoweredGraph {
    /// The number of constant elements that steps pack, without the columns of zeros that packing adds.
    var packedElementCount: Int {
        var count = 0
        for instruction in instructions {
            switch instruction {
            case .convolution, .depthwise, .block, .heads:
                for input in instruction.inputs {
                    count = count.clampedSum(with: values[input].constantView?.count ?? 0)
                }
            default: break
            }
        }
        return count
    }
}
