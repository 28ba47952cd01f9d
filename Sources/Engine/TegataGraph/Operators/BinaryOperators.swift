import TegataFormats
import TegataKernelABI

/// An operator that combines two float32 tensors element by element. The smaller tensor is repeated along axes in which
/// it has only one element or which it lacks.
protocol BinaryOperator: Operator {
    static var operation: BinaryOperation { get }
    static func value(_ a: Float, _ b: Float) -> Float
    var elements: BinaryElements { get }

    init(elements: BinaryElements)
}

let binaryOperators = [
    OperatorFactory(Add.self), OperatorFactory(Subtract.self), OperatorFactory(Multiply.self),
    OperatorFactory(Divide.self), OperatorFactory(Maximum.self), OperatorFactory(Minimum.self),
    OperatorFactory(PRelu.self),
]

/// The decoded data of a binary operator.
struct BinaryElements: Sendable {
    let outputType: TensorType
    let loops: BroadcastLoops
    let activation: FusedActivation

    private enum Field {
        /// The field for the activation in the options tables of all operators that have one.
        static let activation = 0
    }

    init(_ node: NodeReader, hasActivation: Bool) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let a = try node.floatInput(0).shape
        let b = try node.floatInput(1).shape
        let rank = max(a.rank, b.rank)
        var extents: [Int] = []
        for axis in 0..<rank {
            let aExtent = a.extent(broadcastAxis: axis, rank: rank)
            let bExtent = b.extent(broadcastAxis: axis, rank: rank)
            guard aExtent == bExtent || aExtent == 1 || bExtent == 1 else {
                throw node.invalid("input shapes", "\(a) and \(b)", expected: "extents that are equal or 1")
            }
            extents.append(aExtent == 1 ? bExtent : aExtent)
        }
        outputType = TensorType(try node.shape(extents))
        loops = BroadcastLoops(
            extents: extents, firstStrides: a.broadcastStrides(rank: rank),
            secondStrides: b.broadcastStrides(rank: rank))
        activation = hasActivation ? try FusedActivation(node, field: Field.activation) : .none
    }
}

extension BinaryOperator {
    /// Operators that have options have an activation among them.
    init(_ node: NodeReader) throws(GraphError) {
        self.init(elements: try BinaryElements(node, hasActivation: Self.optionsType != nil))
    }

    var outputTypes: [TensorType] { [elements.outputType] }

    func evaluate(_ operands: Operands) {
        let a = operands.input(0)
        let b = operands.input(1)
        let output = operands.output
        elements.loops.visit { index, aIndex, bIndex in
            output[index] = elements.activation(Self.value(a[aIndex], b[bIndex]))
        }
    }

    func lower(_ lowering: inout Lowering) {
        let a = lowering.input(0)
        let b = lowering.input(1)
        lowering.emit(to: lowering.output(), elements.activation) { output, activation in
            .binary(
                BinaryInstruction(
                    operation: Self.operation, a: a, b: b, output: output, extents: elements.loops.extents,
                    aStrides: elements.loops.firstStrides, bStrides: elements.loops.secondStrides,
                    activation: activation))
        }
    }
}

extension Shape {
    /// Returns the extent along an axis of a shape with `rank` axes, of which the last are this shape's axes.
    fileprivate func extent(broadcastAxis axis: Int, rank wholeRank: Int) -> Int {
        axis < wholeRank - rank ? 1 : self[axis - (wholeRank - rank)]
    }

    /// Returns the strides for that larger shape: 0 along axes in which elements repeat.
    fileprivate func broadcastStrides(rank wholeRank: Int) -> [Int] {
        let own = strides
        return (0..<wholeRank).map { axis in
            extent(broadcastAxis: axis, rank: wholeRank) == 1 ? 0 : own[axis - (wholeRank - rank)]
        }
    }
}

/// `a + b`, broadcast.
struct Add: BinaryOperator {
    static let builtin = BuiltinOperator.add
    static let versions = 1...6
    static let optionsType: UInt8? = 11
    static let operation = BinaryOperation.add

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a + b }
}

/// `a - b`, broadcast.
struct Subtract: BinaryOperator {
    static let builtin = BuiltinOperator.sub
    static let versions = 1...5
    static let optionsType: UInt8? = 28
    static let operation = BinaryOperation.subtract

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a - b }
}

/// `a · b`, broadcast.
struct Multiply: BinaryOperator {
    static let builtin = BuiltinOperator.mul
    static let versions = 1...8
    static let optionsType: UInt8? = 21
    static let operation = BinaryOperation.multiply

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a * b }
}

/// `a / b`, broadcast.
struct Divide: BinaryOperator {
    static let builtin = BuiltinOperator.div
    static let versions = 1...2
    static let optionsType: UInt8? = 29
    static let operation = BinaryOperation.divide

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a / b }
}

/// The larger of `a` and `b`, broadcast.
struct Maximum: BinaryOperator {
    static let builtin = BuiltinOperator.maximum
    static let versions = 1...4
    static let operation = BinaryOperation.maximum

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
}

/// The smaller of `a` and `b`, broadcast.
struct Minimum: BinaryOperator {
    static let builtin = BuiltinOperator.minimum
    static let versions = 1...4
    static let operation = BinaryOperation.minimum

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
}

/// The input if it is not negative, otherwise the input times a slope. Slopes are broadcast to the input, never the
/// reverse.
struct PRelu: BinaryOperator {
    static let builtin = BuiltinOperator.prelu
    static let versions = 1...1
    static let operation = BinaryOperation.prelu

    let elements: BinaryElements

    static func value(_ a: Float, _ b: Float) -> Float { a >= 0 ? a : a * b }
}

extension PRelu {
    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: false)
        let input = try node.input(0)
        guard elements.outputType == input else {
            throw node.invalid(
                "slope shape", try node.input(1).shape, expected: "extents of the input's \(input.shape) or 1")
        }
    }
}
