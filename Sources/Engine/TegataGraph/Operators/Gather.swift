import TegataFormats

/// Selects slices of a tensor along an axis: `output[batch, outer, position, inner] = input[batch, outer,
/// indices[batch, position], inner]`.
///
/// Constant indices are checked when the network is loaded. An index that is computed at run time and lies outside the
/// axis yields not-a-number in a float32 tensor and zero in other tensors.
struct Gather: Operator {
    static let builtin = BuiltinOperator.gather
    static let versions = 1...8
    static let optionsType: UInt8? = 23

    /// Field numbers of `GatherOptions`.
    private enum Field {
        static let axis = 0
        static let batchAxes = 1
    }

    private let type: TensorType
    private let batches: Int
    private let outer: Int
    private let extent: Int
    private let inner: Int
    /// The number of positions per batch.
    private let positions: Int
    private let constantIndices: [Int]?

    /// The maximum number of pieces that are worth a copy instruction each.
    private static let pieceLimit = 64

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let input = try node.input(0)
        let indices = try node.input(1)
        guard indices.element == .int32 || indices.element == .int64 else {
            throw node.unsupported("element type of input 1", indices.element, supported: "int32 or int64")
        }
        let axis = try node.axis(try node.integerOption(Field.axis), rank: input.shape.rank)
        var batchAxes = try node.integerOption(Field.batchAxes)
        if batchAxes < 0 { batchAxes += indices.shape.rank }
        let batchLimit = min(axis, indices.shape.rank)
        guard batchAxes >= 0, batchAxes <= batchLimit,
            input.shape.dimensions[..<batchAxes] == indices.shape.dimensions[..<batchAxes]
        else {
            throw node.invalid(
                "batch_dims", try node.integerOption(Field.batchAxes),
                expected: "up to \(batchLimit) axes that the input and the indices share")
        }
        let dimensions = input.shape.dimensions
        let shape = try node.shape(
            Array(dimensions[..<axis]) + Array(indices.shape.dimensions[batchAxes...])
                + Array(dimensions[(axis + 1)...]))
        type = TensorType(shape, input.element)
        batches = dimensions[..<batchAxes].reduce(1, *)
        outer = dimensions[batchAxes..<axis].reduce(1, *)
        extent = dimensions[axis]
        inner = dimensions[(axis + 1)...].reduce(1, *)
        positions = indices.shape.dimensions[batchAxes...].reduce(1, *)
        if node.isConstant(1) {
            let values = try node.constantIntegers(1)
            for value in values where value < 0 || value >= extent {
                throw node.invalid("index", value, expected: "0 to \(extent - 1)")
            }
            constantIndices = values
        } else {
            constantIndices = nil
        }
    }

    var outputTypes: [TensorType] { [type] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let indices = operands.input(1)
        let output = operands.output
        var target = 0
        for batch in 0..<batches {
            for outerIndex in 0..<outer {
                for position in 0..<positions {
                    let index = indices.integer(at: batch * positions + position)
                    for innerIndex in 0..<inner {
                        if index >= 0, index < extent {
                            let source = ((batch * outer + outerIndex) * extent + index) * inner + innerIndex
                            output.copyElement(from: input, at: source, to: target)
                        } else {
                            output.invalidateElement(at: target)
                        }
                        target += 1
                    }
                }
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        guard let constantIndices, let pieces = pieces(constantIndices) else { return lowering.emitEvaluation() }
        for piece in pieces { piece.lower(&lowering) }
    }

    /// Returns one copy for each run of consecutive indices; nil if there are too many.
    private func pieces(_ indices: [Int]) -> [BlockCopy]? {
        var pieces: [BlockCopy] = []
        for batch in 0..<batches {
            var position = 0
            while position < positions {
                let first = indices[batch * positions + position]
                var length = 1
                while position + length < positions, indices[batch * positions + position + length] == first + length {
                    length += 1
                }
                guard pieces.count < Self.pieceLimit else { return nil }
                pieces.append(
                    BlockCopy(
                        extents: [outer, length, inner], inputOffset: (batch * outer * extent + first) * inner,
                        inputStrides: [extent * inner, inner, 1],
                        outputOffset: (batch * outer * positions + position) * inner,
                        outputStrides: [positions * inner, inner, 1]))
                position += length
            }
        }
        return pieces
    }
}
