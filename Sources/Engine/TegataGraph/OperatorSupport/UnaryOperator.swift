import TegataKernelABI

/// An operator that maps every element of a float32 tensor by itself.
protocol UnaryOperator: Operator {
    static var function: UnaryFunction { get }
    static func value(_ argument: Float) -> Float
    var type: TensorType { get }
}

extension UnaryOperator {
    /// Checks the operands and gives the type of the input and the output.
    static func operandType(_ node: NodeReader) throws(GraphError) -> TensorType {
        try node.expectOperands(inputs: 1...1)
        return try node.floatInput(0)
    }

    var outputTypes: [TensorType] { [type] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            output[index] = Self.value(input[index])
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emit(
            .unary(UnaryInstruction(function: Self.function, input: lowering.input(0), output: lowering.output())))
    }
}
