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
            for convolution in instruction.convolutions { add(mostPackedBytes(of: convolution)) }
        case .heads(let heads):
            for convolution in heads.heads { add(mostPackedBytes(of: convolution)) }
        case .resize(let resize): add(resize.tableByteCount)
        default: break
        }
        return byteCount
    }

    private func mostPackedBytes(of convolution: ConvolutionInstruction) -> Int {
        let columns = convolution.outputPicture.channels / convolution.groups
        let (panels, widest, columnByteCount): ([GemmKernel], Int, Int)
        if let int8Kernels, isInt8(convolution) {
            let planes = int8Planes(of: convolution)
            panels = int8Kernels.gemmKernels(columns: columns, planes: planes)
            widest = int8Kernels.gemmKernels(planes: planes)[0].width
            columnByteCount = Int8Weights.columnByteCount(depth: convolution.inner, planes: planes)
        } else {
            let set = kernels(for: convolution.input)
            panels = set.gemmKernels(columns: columns)
            widest = set.gemm[0].width
            columnByteCount = set.elements.columnByteCount(weights: convolution.inner)
        }
        var width = panels.reduce(0) { $0 + $1.width }
        // Columns with a residual and columns without one have separate panels.
        if convolution.residual != nil { width += widest }
        let panelByteCount =
            MemoryLayout<MatrixProduct>.stride + panels.count * MemoryLayout<MatrixProduct.Panel>.stride
        let weights = width.clampedProduct(with: columnByteCount)
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

extension PlanBuilder {
    /// The size in bytes of the constants that steps pack, without the columns of zeros that packing adds.
    var leastPackedByteCount: Int {
        let elementSize = (float16Kernels ?? kernels).elements.weight.byteCount
        var byteCount = 0
        func add(_ values: [Int], size: Int) {
            for value in values {
                let count = graph.values[value].constantView?.count ?? 0
                byteCount = byteCount.clampedSum(with: count.clampedProduct(with: size))
            }
        }
        for instruction in graph.instructions {
            let inputs = instruction.inputs
            switch instruction {
            case .convolution, .depthwise, .block, .heads:
                let inInt8 = instruction.convolutions.filter { isInt8($0) }
                for convolution in inInt8 { add([convolution.filter], size: int8Planes(of: convolution)) }
                add(inputs.filter { input in !inInt8.contains { $0.filter == input } }, size: elementSize)
            default: break
            }
        }
        return byteCount
    }
}

extension Instruction {
    /// The convolutions that an instruction consists of, except for heads.
    fileprivate var convolutions: [ConvolutionInstruction] {
        switch self {
        case .convolution(let convolution): return [convolution]
        case .block(let block):
            var convolutions: [ConvolutionInstruction] = []
            if let expansion = block.expansion { convolutions.append(expansion) }
            if let projection = block.projection { convolutions.append(projection) }
            return convolutions
        default: return []
        }
    }
}
