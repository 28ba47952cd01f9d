import TegataBuffers
import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    /// More bytes than the constants take that binding an instruction adds: packed weights, with the columns of zeros
    /// that fill their panels, and copies.
    func mostConstantBytes(of instruction: Instruction) -> Int {
        var byteCount = 0
        func add(_ count: Int) { byteCount = byteCount.clampedSum(with: count) }
        for value in instruction.inputs where graph.values[value].constant != nil && !isWidened(value) {
            add(graph.values[value].type.byteCount)
        }
        switch instruction {
        // OpenBLAS reads weights as they stand.
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
        // Columns with and without a residual are panels of their own.
        if convolution.residual != nil { width += set.gemm.reduce(0) { max($0, $1.width) } }
        let panelByteCount =
            MemoryLayout<MatrixProduct>.stride + panels.count * MemoryLayout<MatrixProduct.Panel>.stride
        let weights = (width * (convolution.inner + 2)).clampedProduct(with: set.element.byteCount)
        return convolution.groups.clampedProduct(with: weights.clampedSum(with: panelByteCount))
    }

    private func packedBytes(of depthwise: DepthwiseInstruction) -> Int {
        let set = kernels(for: depthwise.input)
        let channels = (depthwise.outputPicture.channels + set.lanes - 1) / set.lanes * set.lanes
        return channels * (depthwise.window.height * depthwise.window.width + 2) * set.element.byteCount
    }
}
