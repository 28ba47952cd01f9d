import TegataFormats

/// Reorders axes: axis `i` of the result is axis `permutation[i]` of the input.
struct Transpose: CopyOperator {
    static let builtin = BuiltinOperator.transpose
    static let versions = 1...9

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let input = try node.input(0)
        let rank = input.shape.rank
        let listed = try node.constantIntegers(1)
        guard listed.count == rank else {
            throw node.invalid("permutation", "\(listed)", expected: "each of the \(rank) axes once")
        }
        var permutation: [Int] = []
        for value in listed {
            let axis = try node.axis(value, rank: rank, "permutation")
            guard !permutation.contains(axis) else {
                throw node.invalid("permutation", "\(listed)", expected: "each of the \(rank) axes once")
            }
            permutation.append(axis)
        }
        let shape = try node.shape(permutation.map { input.shape[$0] })
        let strides = input.shape.strides
        outputTypes = [TensorType(shape, input.element)]
        copies = [
            BlockCopy(
                extents: shape.dimensions, inputStrides: permutation.map { strides[$0] }, outputStrides: shape.strides)
        ]
    }
}
