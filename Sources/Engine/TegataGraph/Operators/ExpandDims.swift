import TegataFormats

/// Inserts an axis of extent 1; input 1 says where, counting axes of the result.
struct ExpandDims: ReshapeOperator {
    static let builtin = BuiltinOperator.expandDims
    static let versions = 1...1

    let outputType: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let input = try node.input(0)
        let axes = try node.constantIntegers(1)
        guard axes.count == 1 else { throw node.invalid("axis count", axes.count, expected: "1") }
        var extents = input.shape.dimensions
        extents.insert(1, at: try node.axis(axes[0], rank: input.shape.rank + 1))
        outputType = TensorType(try node.shape(extents), input.element)
    }
}
