import TegataFormats

/// A part of a tensor: input 1 says where it begins along every axis, input 2 how long it is, −1 being all that is
/// left.
struct Slice: CopyOperator {
    static let builtin = BuiltinOperator.slice
    static let versions = 1...8

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 3...3)
        let input = try node.input(0)
        let rank = input.shape.rank
        let begins = try node.constantIntegers(1)
        let sizes = try node.constantIntegers(2)
        guard begins.count == rank else { throw node.invalid("begin", "\(begins)", expected: "\(rank) numbers") }
        guard sizes.count == rank else { throw node.invalid("size", "\(sizes)", expected: "\(rank) numbers") }
        var extents: [Int] = []
        for axis in 0..<rank {
            let (begin, extent) = (begins[axis], input.shape[axis])
            guard begin >= 0, begin <= extent else {
                throw node.invalid("begin of axis \(axis)", begin, expected: "0 to \(extent)")
            }
            let size = sizes[axis] == -1 ? extent - begin : sizes[axis]
            guard size >= 0, size <= extent - begin else {
                throw node.invalid("size of axis \(axis)", size, expected: "-1 to \(extent - begin)")
            }
            extents.append(size)
        }
        let shape = try node.shape(extents)
        let strides = input.shape.strides
        outputTypes = [TensorType(shape, input.element)]
        copies = [
            BlockCopy(
                extents: extents, inputOffset: zip(begins, strides).reduce(0) { $0 + $1.0 * $1.1 },
                inputStrides: strides,
                outputStrides: shape.strides)
        ]
    }
}
