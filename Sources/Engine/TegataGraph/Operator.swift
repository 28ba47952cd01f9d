import TegataFormats

/// One TFLite operator: decoding of its options, shape rule, naive evaluation and lowering to instructions.
///
/// A type conforms in a file under `Operators/`, alone or with its family, and is listed once: in its family's list or in
/// ``operatorList``.
protocol Operator: Sendable {
    static var builtin: BuiltinOperator { get }
    /// The versions whose semantics are implemented.
    static var versions: ClosedRange<Int> { get }
    /// The schema's number of the options table that is read; nil where none is.
    static var optionsType: UInt8? { get }

    /// Checks operand counts, types and options; everything that the other methods need is decoded here.
    init(_ node: NodeReader) throws(GraphError)

    /// The types of the outputs.
    var outputTypes: [TensorType] { get }

    /// Multiply-accumulates of one run; 0 for operators without products.
    var multiplyAccumulates: Int { get }

    /// A bound on the work of one naive evaluation beyond a pass over inputs and outputs.
    var evaluationOperations: Int { get }

    /// Computes the outputs in the plainest way: the oracle that kernels are tested against. Must not allocate.
    func evaluate(_ operands: Operands)

    /// Emits the instructions that compute the outputs at run time.
    func lower(_ lowering: inout Lowering)
}

extension Operator {
    static var optionsType: UInt8? { nil }

    var multiplyAccumulates: Int { 0 }

    var evaluationOperations: Int { multiplyAccumulates }

    /// Runs the naive evaluation at run time: for operators (or options) that need no speed.
    func lower(_ lowering: inout Lowering) {
        lowering.emitEvaluation()
    }
}

/// An operator of one node with its options decoded; the type is erased through closures because the core uses no
/// existentials.
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

/// The tensors that one operator works on, in the order of the file; nil stands for an optional input that is absent.
package struct Operands {
    package let inputs: [TensorView?]
    package let outputs: [TensorView]

    package init(inputs: [TensorView?], outputs: [TensorView]) {
        self.inputs = inputs
        self.outputs = outputs
    }

    /// An input that the operator's initialiser has found to be there.
    package func input(_ index: Int) -> TensorView {
        guard let view = inputs[index] else { preconditionFailure("checked when the operator was decoded") }
        return view
    }

    /// An input that may be absent.
    package func optionalInput(_ index: Int) -> TensorView? {
        index < inputs.count ? inputs[index] : nil
    }

    package var output: TensorView { outputs[0] }
}
