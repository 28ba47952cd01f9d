/// An operator that only moves elements, of whatever type.
protocol CopyOperator: Operator {
    /// Together they write every element of every output.
    var copies: [BlockCopy] { get }
}

extension CopyOperator {
    func evaluate(_ operands: Operands) {
        for copy in copies { copy.evaluate(operands) }
    }

    func lower(_ lowering: inout Lowering) {
        for copy in copies { copy.lower(&lowering) }
    }
}
