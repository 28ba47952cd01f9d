import TegataFormats

/// An operator of one node with its options decoded; the type is erased through closures because the core uses no
/// existentials.
package struct BoundOperator: Sendable {
    package let builtin: BuiltinOperator
    package let outputTypes: [TensorType]
    package let multiplyAccumulates: Int
    package let evaluationOperations: Int
    package let evaluate: @Sendable (Operands) -> Void
    package let lower: @Sendable (inout Lowering) -> Void

    init<Concrete: Operator>(_ concrete: Concrete) {
        builtin = Concrete.builtin
        outputTypes = concrete.outputTypes
        multiplyAccumulates = concrete.multiplyAccumulates
        evaluationOperations = concrete.evaluationOperations
        evaluate = { concrete.evaluate($0) }
        lower = { concrete.lower(&$0) }
    }
}
