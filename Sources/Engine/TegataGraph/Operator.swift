import TegataFormats

/// A TFLite operator: option decoding, shape rule, naive evaluation and lowering to instructions.
///
/// Each conforming type has a file under `Operators/`, alone or with its family. It is listed once, either in its
/// family's list or in ``operatorList``.
protocol Operator: Sendable {
    static var builtin: BuiltinOperator { get }
    /// The versions whose semantics are implemented.
    static var versions: ClosedRange<Int> { get }
    /// The schema's number of the options table that the operator reads; nil if it reads none.
    static var optionsType: UInt8? { get }

    /// Checks operand counts, types and options, and decodes everything that the other methods need.
    init(_ node: NodeReader) throws(GraphError)

    /// The types of the outputs.
    var outputTypes: [TensorType] { get }

    /// The number of multiply-accumulate operations in one run; 0 for operators without products.
    var multiplyAccumulates: Int { get }

    /// An upper bound on the work of one naive evaluation, in addition to a pass over inputs and outputs.
    var evaluationOperations: Int { get }

    /// Computes the outputs in the simplest way, as the reference against which kernels are tested. Must not allocate.
    func evaluate(_ operands: Operands)

    /// Emits the instructions that compute the outputs at run time.
    func lower(_ lowering: inout Lowering)
}

extension Operator {
    static var optionsType: UInt8? { nil }

    var multiplyAccumulates: Int { 0 }

    var evaluationOperations: Int { multiplyAccumulates }

    /// Runs the naive evaluation at run time, for operators (or options) whose speed does not matter.
    func lower(_ lowering: inout Lowering) {
        lowering.emitEvaluation()
    }
}

/// A node's operator with its options decoded. Closures erase its type, because the core uses no existentials.
package struct AnyOperator: Sendable {
    package let builtin: BuiltinOperator
    let outputTypes: [TensorType]
    package let multiplyAccumulates: Int
    package let evaluationOperations: Int
    package let evaluate: @Sendable (Operands) -> Void
    let lower: @Sendable (inout Lowering) -> Void

    init<Concrete: Operator>(_ concrete: Concrete) {
        builtin = Concrete.builtin
        outputTypes = concrete.outputTypes
        multiplyAccumulates = concrete.multiplyAccumulates
        evaluationOperations = concrete.evaluationOperations
        evaluate = { concrete.evaluate($0) }
        lower = { concrete.lower(&$0) }
    }
}

/// The tensors on which an operator works, in file order; nil stands for an absent optional input.
package struct Operands {
    package let inputs: [TensorView?]
    package let outputs: [TensorView]

    package init(inputs: [TensorView?], outputs: [TensorView]) {
        self.inputs = inputs
        self.outputs = outputs
    }

    /// Returns an input whose presence the operator's initialiser has checked.
    package func input(_ index: Int) -> TensorView {
        guard let view = inputs[index] else { preconditionFailure("checked when the operator was decoded") }
        return view
    }

    /// Returns an input; nil if it is absent.
    package func optionalInput(_ index: Int) -> TensorView? {
        index < inputs.count ? inputs[index] : nil
    }

    package var output: TensorView { outputs[0] }
}
