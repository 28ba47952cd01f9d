import TegataFormats

/// Drops axes of extent 1: those that are named, or all where none are.
struct Squeeze: ReshapeOperator {
    static let builtin = BuiltinOperator.squeeze
    static let versions = 1...2
    static let optionsType: UInt8? = 30

    /// Field numbers of `SqueezeOptions`.
    private enum Field {
        static let axes = 0
    }

    let outputType: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1)
        let input = try node.input(0)
        let named = try node.integersOption(Field.axes) ?? []
        var isDropped = input.shape.dimensions.map { named.isEmpty && $0 == 1 }
        for value in named {
            let axis = try node.axis(value, rank: input.shape.rank, "squeeze_dims")
            guard input.shape[axis] == 1 else {
                throw node.invalid("squeeze_dims", "axis \(value) of \(input.shape)", expected: "axes of extent 1")
            }
            isDropped[axis] = true
        }
        let extents = input.shape.dimensions.indices.filter { !isDropped[$0] }.map { input.shape[$0] }
        outputType = TensorType(try node.shape(extents), input.element)
    }
}
