import TegataBuffers
import TegataFormats

/// Surrounds a tensor with zeros (a quantised tensor with its zero point). Input 1 contains `[rank][before, after]`.
struct Pad: Operator {
    static let builtin = BuiltinOperator.pad
    static let versions = 1...6

    private let type: TensorType
    private let copy: BlockCopy
    /// The padding value of an integer tensor.
    private let zeroPoint: Int

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let input = try node.input(0)
        let shape = input.shape
        let paddings = try node.constantIntegers(1)
        guard try node.input(1).shape == [shape.rank, 2] else {
            throw node.invalid("padding shape", try node.input(1).shape, expected: "\(shape.rank)×2")
        }
        var extents: [Int] = []
        var befores: [Int] = []
        for axis in 0..<shape.rank {
            let (before, after) = (paddings[2 * axis], paddings[2 * axis + 1])
            // Larger values would make the shape too large anyway.
            let limit = Int(Int32.max)
            guard (0...limit).contains(before), (0...limit).contains(after) else {
                throw node.invalid("padding of axis \(axis)", "\(before) and \(after)", expected: "0 to \(limit)")
            }
            extents.append(before.clampedSum(with: shape[axis]).clampedSum(with: after))
            befores.append(before)
        }
        type = TensorType(try node.shape(extents), input.element)
        let strides = type.shape.strides
        copy = BlockCopy(
            extents: shape.dimensions, inputStrides: shape.strides,
            outputOffset: shape.count == 0 ? 0 : zip(befores, strides).reduce(0) { $0 + $1.0 * $1.1 },
            outputStrides: strides)
        zeroPoint = try node.quantizationZeroPoint(ofInput: 0)
        try node.requireQuantizationOfOutput(input: 0)
    }

    var outputTypes: [TensorType] { [type] }

    func evaluate(_ operands: Operands) {
        operands.output.fill(zeroPoint)
        copy.evaluate(operands)
    }

    func lower(_ lowering: inout Lowering) {
        guard type.element == .float32 else { return lowering.emitEvaluation() }
        lowering.emit(.fill(FillInstruction(output: lowering.output(), value: 0)))
        copy.lower(&lowering)
    }
}
