/// An operator that gives the elements of its first input another shape.
protocol ReshapeOperator: Operator {
    var outputType: TensorType { get }
}

extension ReshapeOperator {
    var outputTypes: [TensorType] { [outputType] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            output.copyElement(from: input, at: index, to: index)
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emitReshape(of: lowering.input(0), to: lowering.output())
    }
}
