import TegataBuffers
import TegataFormats
import TegataKernelABI

/// Joins tensors along an axis.
struct Concatenation: Operator {
    static let builtin = BuiltinOperator.concatenation
    static let versions = 1...7
    static let optionsType: UInt8? = 10

    /// Field numbers of `ConcatenationOptions`.
    private enum Field {
        static let axis = 0
        static let activation = 1
    }

    private let type: TensorType
    private let copies: [BlockCopy]
    private let activation: FusedActivation

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...Int.max)
        let first = try node.input(0)
        let axis = try node.axis(try node.integerOption(Field.axis), rank: first.shape.rank)
        activation = try FusedActivation(node, field: Field.activation)
        if case .none = activation {} else { _ = try node.floatInput(0) }
        var extents = first.shape.dimensions
        extents[axis] = 0
        var starts: [Int] = []
        for index in 0..<node.inputCount {
            let input = try node.input(index)
            guard input.element == first.element else {
                throw node.invalid(
                    "element type of input \(index)", input.element, expected: "\(first.element) as for input 0")
            }
            try node.requireQuantizationOfOutput(input: index)
            guard input.shape.rank == first.shape.rank,
                (0..<input.shape.rank).allSatisfy({ $0 == axis || input.shape[$0] == first.shape[$0] })
            else {
                throw node.invalid(
                    "shape of input \(index)", input.shape, expected: "\(first.shape) except for axis \(axis)")
            }
            starts.append(extents[axis])
            extents[axis] = extents[axis].clampedSum(with: input.shape[axis])
        }
        let shape = try node.shape(extents)
        let strides = shape.strides
        type = TensorType(shape, first.element)
        var copies: [BlockCopy] = []
        for (index, start) in starts.enumerated() {
            let input = try node.input(index).shape
            copies.append(
                BlockCopy(
                    input: index, extents: input.dimensions, inputStrides: input.strides,
                    outputOffset: start * strides[axis], outputStrides: strides))
        }
        self.copies = copies
    }

    var outputTypes: [TensorType] { [type] }

    func evaluate(_ operands: Operands) {
        for copy in copies { copy.evaluate(operands) }
        if case .none = activation { return }
        let output = operands.output
        for index in 0..<output.count { output[index] = activation(output[index]) }
    }

    func lower(_ lowering: inout Lowering) {
        if case .none = activation {
            for copy in copies { copy.lower(&lowering) }
            return
        }
        let joined = lowering.temporary(type)
        for copy in copies { copy.lower(&lowering, to: joined) }
        lowering.emit(to: lowering.output(), activation) { target, activation in
            .binary(
                BinaryInstruction(
                    operation: .maximum, a: joined, b: joined, output: target, extents: [type.shape.count],
                    aStrides: [1],
                    bStrides: [1], activation: activation))
        }
    }
}
