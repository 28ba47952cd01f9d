import TegataFormats

/// One TFLite operator: decoding of its options, shape rule, naive evaluation and lowering to instructions.
///
/// A type conforms in a file of its own under `Operators/` and is listed once in ``operatorList``.
package protocol Operator: Sendable {
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
    package static var optionsType: UInt8? { nil }

    package var multiplyAccumulates: Int { 0 }

    package var evaluationOperations: Int { multiplyAccumulates }

    /// Runs the naive evaluation at run time: for operators (or options) that need no speed.
    package func lower(_ lowering: inout Lowering) {
        lowering.emitEvaluation()
    }
}
