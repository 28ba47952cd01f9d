import CTegataShims
import TegataFormats

/// `exp(beta · x)` divided by its sum along the last axis.
struct Softmax: Operator {
    static let builtin = BuiltinOperator.softmax
    static let versions = 1...4
    static let optionsType: UInt8? = 9

    /// Field numbers of `SoftmaxOptions`.
    private enum Field {
        static let beta = 0
    }

    private let type: TensorType
    private let count: Int
    private let beta: Float

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1)
        type = try node.floatInput(0)
        guard let last = type.shape.dimensions.last else {
            throw node.invalid("rank of input 0", 0, expected: "at least 1")
        }
        count = last
        beta = try node.floatOption(Field.beta)
        guard beta.isFinite else { throw node.invalid("beta", beta, expected: "a finite number") }
    }

    var outputTypes: [TensorType] { [type] }

    /// Subtracts the largest exponent, so that no sum overflows, and computes sums in double precision.
    func evaluate(_ operands: Operands) {
        guard count > 0 else { return }
        let input = operands.input(0)
        let output = operands.output
        for row in stride(from: 0, to: type.shape.count, by: count) {
            var largest = -Double.infinity
            for index in row..<row + count {
                largest = max(largest, Double(beta) * Double(input[index]))
            }
            var sum = 0.0
            for index in row..<row + count {
                sum += tegata_exp(Double(beta) * Double(input[index]) - largest)
            }
            for index in row..<row + count {
                output[index] = Float(tegata_exp(Double(beta) * Double(input[index]) - largest) / sum)
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emit(
            .softmax(
                SoftmaxInstruction(
                    input: lowering.input(0), output: lowering.output(), rows: type.shape.count / max(count, 1),
                    count: count,
                    beta: beta)))
    }
}
