import TegataBuffers
import TegataFormats

/// Evaluates nodes whose inputs are all constant, within limits.
struct ConstantFolding {
    private var operationsLeft: Int
    private var bytesLeft: Int

    init(limits: GraphLimits, fileByteCount: Int) {
        operationsLeft = limits.foldedOperations
        bytesLeft = limits.foldedBytesPerFileByte.clampedProduct(with: fileByteCount)
    }

    /// Returns true if the node's outputs are now constants, or false if the node must be run.
    mutating func fold(_ node: Node, into values: inout [Value]) -> Bool {
        let inputs = node.inputs.compactMap { $0 }
        guard !inputs.isEmpty, inputs.allSatisfy({ values[$0].constant != nil }) else { return false }
        // Weights stored as float16 stay float16 until they are packed.
        if node.bound.builtin == .dequantize, let constant = values[inputs[0]].constant, constant.element == .float16 {
            values[node.outputs[0]].constant = constant
            return true
        }
        let byteCount = node.bound.outputTypes.reduce(0) { $0.clampedSum(with: $1.byteCount) }
        let elementCount =
            inputs.reduce(0) { $0.clampedSum(with: values[$1].type.shape.count) }
            .clampedSum(with: node.bound.outputTypes.reduce(0) { $0.clampedSum(with: $1.shape.count) })
        guard byteCount <= bytesLeft, elementCount <= operationsLeft,
            node.bound.evaluationOperations <= operationsLeft - elementCount
        else { return false }
        let buffers = node.bound.outputTypes.map { AlignedBuffer(byteCount: $0.byteCount) }
        for input in inputs {
            values[input].widenConstant()
        }
        node.bound.evaluate(
            Operands(
                inputs: node.inputs.map { $0.flatMap { values[$0].constantView } },
                outputs: zip(node.bound.outputTypes, buffers).map { TensorView($0, base: $1.base) }))
        for (output, buffer) in zip(node.outputs, buffers) {
            values[output].constant = Constant(buffer, element: values[output].type.element)
        }
        bytesLeft -= byteCount
        operationsLeft -= elementCount + node.bound.evaluationOperations
        return true
    }
}

extension Value {
    /// Converts the elements of a constant to the value's own element type.
    package mutating func widenConstant() {
        guard let constant, constant.element != type.element, let source = constantView else { return }
        if let byteWeights {
            self.constant = Constant(byteWeights.floats(), element: .float32)
            return
        }
        let buffer = AlignedBuffer(byteCount: type.byteCount)
        let target = TensorView(type, base: buffer.base)
        for index in 0..<source.count { target[index] = source[index] }
        self.constant = Constant(buffer, element: type.element)
    }
}
