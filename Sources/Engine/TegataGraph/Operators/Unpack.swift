import TegataFormats

/// Takes a tensor apart along an axis, which the results lose.
struct Unpack: CopyOperator {
    static let builtin = BuiltinOperator.unpack
    static let versions = 1...6
    static let optionsType: UInt8? = 64

    /// Field numbers of `UnpackOptions`.
    private enum Field {
        static let count = 0
        static let axis = 1
    }

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1, outputs: 1...Int.max)
        let input = try node.input(0)
        let axis = try node.axis(try node.integerOption(Field.axis), rank: input.shape.rank)
        let count = try node.integerOption(Field.count)
        guard count == input.shape[axis], count == node.outputCount else {
            throw node.invalid(
                "num", count, expected: "\(input.shape[axis]), the axis' extent, for \(node.outputCount) outputs")
        }
        var extents = input.shape.dimensions
        var strides = input.shape.strides
        let instruction = strides[axis]
        extents.remove(at: axis)
        strides.remove(at: axis)
        let shape = try node.shape(extents)
        outputTypes = [TensorType](repeating: TensorType(shape, input.element), count: count)
        copies = (0..<count).map { index in
            BlockCopy(
                output: index, extents: shape.dimensions, inputOffset: index * instruction, inputStrides: strides,
                outputStrides: shape.strides)
        }
    }
}
