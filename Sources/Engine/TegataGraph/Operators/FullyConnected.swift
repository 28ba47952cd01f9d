import TegataBuffers
import TegataFormats

/// A matrix product: rows of the input with the `[units][depth]` weights, plus a bias.
///
/// The input is taken as rows of `depth` elements whatever its shape; with `keep_num_dims` the output keeps all its
/// axes but the last.
struct FullyConnected: Operator {
    static let builtin = BuiltinOperator.fullyConnected
    static let versions = 1...14
    static let optionsType: UInt8? = 8

    /// Field numbers of `FullyConnectedOptions`.
    private enum Field {
        static let activation = 0
        static let weightsFormat = 1
        static let keepsAxes = 2
    }

    private let rows: Int
    private let depth: Int
    private let units: Int
    private let outputType: TensorType
    private let activation: FusedActivation
    private let hasConstantWeights: Bool

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...3)
        let input = try node.floatInput(0).shape
        let weights = try node.floatInput(1).shape
        let format = try node.byteOption(Field.weightsFormat)
        guard format == 0 else {
            guard format == 1 else { throw node.invalid("weights_format", format, expected: "0 or 1") }
            throw node.unsupported("weights_format", "SHUFFLED4x16INT8", supported: "DEFAULT")
        }
        guard weights.rank == 2, weights[0] >= 1, weights[1] >= 1 else {
            throw node.invalid("weight shape", weights, expected: "units×depth")
        }
        units = weights[0]
        depth = weights[1]
        try node.checkBias(2, channels: units)
        activation = try FusedActivation(node, field: Field.activation)
        guard input.count.isMultiple(of: depth) else {
            throw node.invalid("input shape", input, expected: "a multiple of \(depth) elements")
        }
        rows = input.count / depth
        var extents = [rows, units]
        if try node.boolOption(Field.keepsAxes) {
            guard let last = input.dimensions.last, last == depth else {
                throw node.invalid("input shape", input, expected: "\(depth) along the last axis")
            }
            extents = input.dimensions.dropLast() + [units]
        }
        outputType = TensorType(try node.shape(extents))
        hasConstantWeights = node.isConstant(1) && (node.optionalInput(2) == nil || node.isConstant(2))
    }

    var outputTypes: [TensorType] { [outputType] }

    var multiplyAccumulates: Int { outputType.shape.count.clampedProduct(with: depth) }

    /// Sums are kept in double precision.
    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let weights = operands.input(1)
        let bias = operands.optionalInput(2)
        let output = operands.output
        for row in 0..<rows {
            for unit in 0..<units {
                var sum = bias.map { Double($0[unit]) } ?? 0
                for term in 0..<depth {
                    sum += Double(input[row * depth + term]) * Double(weights[unit * depth + term])
                }
                output[row * units + unit] = activation(Float(sum))
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        guard hasConstantWeights else { return lowering.emitEvaluation() }
        let input = lowering.input(0)
        let filter = lowering.input(1)
        let bias = lowering.optionalInput(2)
        lowering.emit(to: lowering.output(), activation) { target, activation in
            .convolution(
                ConvolutionInstruction(
                    input: input, filter: filter, bias: bias, output: target,
                    inputPicture: Picture(batches: 1, height: 1, width: rows, channels: depth),
                    outputPicture: Picture(batches: 1, height: 1, width: rows, channels: units), window: .pixel,
                    activation: activation))
        }
    }
}
