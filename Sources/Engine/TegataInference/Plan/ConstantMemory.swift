import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataSystem

extension PlanBuilder {
    /// Returns an upper bound, in bytes, on the constants that binding an instruction adds: packed weights, including
    /// the zero columns that fill up their panels, and copies.
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
        let kernels: [GemmKernel]
        let columnByteCount: Int
        if let int8Kernels, isInt8(convolution) {
            let planes = int8Planes(of: convolution)
            kernels = int8Kernels.gemmKernels(planes: planes)
            columnByteCount = Int8Weights.columnByteCount(depth: convolution.inner, planes: planes)
        } else {
            let set = self.kernels(for: convolution.input)
            kernels = set.gemm
            columnByteCount = PanelLayout.columnByteCount(depth: convolution.inner, elements: set.elements)
        }
        let columns = convolution.outputShape.channels / convolution.groups
        let panels = GemmKernel.panels(columns: columns, from: kernels)
        var width = panels.reduce(0) { $0 + $1.width }
        // Columns with a residual and columns without one have separate panels.
        if convolution.residual != nil { width += kernels[0].width }
        let panelByteCount =
            MemoryLayout<MatrixProduct>.stride + panels.count * MemoryLayout<MatrixProduct.Panel>.stride
        let weights = width.clampedProduct(with: columnByteCount)
        return convolution.groups.clampedProduct(with: weights.clampedSum(with: panelByteCount))
    }

    private func packedBytes(of depthwise: DepthwiseInstruction) -> Int {
        PanelLayout(of: depthwise, for: kernels(for: depthwise.input)).byteCount
    }

    /// The size in bytes of the constants that steps pack, without the zero columns that packing adds.
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
    /// The convolutions of which an instruction consists, except for heads.
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
