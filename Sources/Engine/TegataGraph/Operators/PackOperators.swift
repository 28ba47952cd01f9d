import TegataFormats

/// Stacks tensors of the same shape along a new axis.
struct Pack: CopyOperator {
    static let builtin = BuiltinOperator.pack
    static let versions = 1...5
    static let optionsType: UInt8? = 59

    /// Field numbers of `PackOptions`.
    private enum Field {
        static let count = 0
        static let axis = 1
    }

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...Int.max)
        let count = try node.integerOption(Field.count)
        guard count == node.inputCount else {
            throw node.invalid("values_count", count, expected: "\(node.inputCount), the number of inputs")
        }
        let first = try node.input(0)
        for index in 0..<count {
            let input = try node.input(index)
            guard input == first else {
                throw node.invalid("type of input \(index)", input, expected: "\(first) as for input 0")
            }
            try node.requireQuantizationOfOutput(input: index)
        }
        let axis = try node.axis(try node.integerOption(Field.axis), rank: first.shape.rank + 1)
        var extents = first.shape.dimensions
        extents.insert(count, at: axis)
        let shape = try node.shape(extents)
        var strides = shape.strides
        let step = strides.remove(at: axis)
        outputTypes = [TensorType(shape, first.element)]
        copies = (0..<count).map { index in
            BlockCopy(
                input: index, extents: first.shape.dimensions, inputStrides: first.shape.strides,
                outputOffset: index * step, outputStrides: strides)
        }
    }
}

/// Splits a tensor along an axis, which the results no longer have.
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
        let step = strides[axis]
        extents.remove(at: axis)
        strides.remove(at: axis)
        let shape = try node.shape(extents)
        outputTypes = [TensorType](repeating: TensorType(shape, input.element), count: count)
        copies = (0..<count).map { index in
            BlockCopy(
                output: index, extents: shape.dimensions, inputOffset: index * step, inputStrides: strides,
                outputStrides: shape.strides)
        }
    }
}
