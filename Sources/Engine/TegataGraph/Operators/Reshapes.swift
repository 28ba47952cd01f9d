import TegataFormats

/// An operator that gives the elements of its first input another shape.
protocol ReshapeOperator: Operator {
    var outputType: TensorType { get }
}

let reshapeOperators = [
    OperatorFactory(Reshape.self), OperatorFactory(Squeeze.self), OperatorFactory(ExpandDims.self),
]

extension ReshapeOperator {
    var outputTypes: [TensorType] { [outputType] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            output.copyElement(from: input, at: index, to: index)
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emitReshape(of: lowering.input(0), to: lowering.output())
    }
}

/// Gives the elements a new shape, taken from input 1 if present, otherwise from the options. One extent may be −1,
/// which stands for the remaining elements.
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
            // Old converters write a scalar's shape as [0].
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

/// Drops axes with an extent of 1: the listed ones, or all if none are listed.
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

/// Inserts an axis with an extent of 1. Input 1 gives its position among the axes of the result.
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
