import TegataFormats

/// Another shape for the same elements: from input 1 where it is there, else from the options; one extent may be −1,
/// whatever is left.
struct Reshape: ReshapeOperator {
    static let builtin = BuiltinOperator.reshape
    static let versions = 1...1
    static let optionsType: UInt8? = 17

    /// Field numbers of `ReshapeOptions`.
    private enum Field {
        static let shape = 0
    }

    let outputType: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...2)
        let input = try node.input(0)
        var extents: [Int]
        if let shapeType = node.optionalInput(1) {
            guard shapeType.shape.rank == 1 else {
                throw node.invalid("rank of input 1", shapeType.shape.rank, expected: "1")
            }
            extents = try node.constantIntegers(1)
        } else {
            extents = try node.integersOption(Field.shape) ?? []
            // Old converters write a scalar's shape so.
            if extents == [0] { extents = [] }
        }
        let requested = extents
        if let open = extents.firstIndex(of: -1) {
            extents[open] = 1
            let rest = try node.shape(extents, of: "new_shape").count
            guard rest > 0, input.shape.count.isMultiple(of: rest) else {
                throw node.invalid("new_shape", "\(requested)", expected: "\(input.shape.count) elements")
            }
            extents[open] = input.shape.count / rest
        }
        let shape = try node.shape(extents, of: "new_shape")
        guard shape.count == input.shape.count else {
            throw node.invalid("new_shape", "\(requested)", expected: "\(input.shape.count) elements")
        }
        outputType = TensorType(shape, input.element)
    }
}
