import TegataBuffers
import TegataFormats
import TegataKernelABI

/// An operator that reduces a float32 tensor along some of its axes.
protocol ReductionOperator: Operator {
    static var reduction: Reduction { get }
    var axes: ReductionAxes { get }

    init(axes: ReductionAxes)
}

let reductionOperators = [
    OperatorFactory(Sum.self), OperatorFactory(Mean.self), OperatorFactory(ReduceMax.self),
    OperatorFactory(ReduceMin.self),
]

/// The decoded data of a reduction: the axes in input 1 and `ReducerOptions`.
struct ReductionAxes: Sendable {
    let outputType: TensorType
    /// The axes that the output keeps, with the input's strides.
    private(set) var kept = StridedAxes()
    /// The axes that are reduced, with the input's strides.
    private(set) var reduced = StridedAxes()
    /// The sizes of the kept axes before and after the reduced ones; nil if the reduced axes are not adjacent.
    let block: (outer: Int, inner: Int)?

    private enum Field {
        static let keepsAxes = 0
    }

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        let shape = try node.floatInput(0).shape
        let listed = try node.constantIntegers(1)
        let keepsAxes = try node.boolOption(Field.keepsAxes)
        var isReduced = [Bool](repeating: false, count: shape.rank)
        // A scalar has nothing to reduce, regardless of which axes are listed.
        if shape.rank > 0 {
            for value in listed { isReduced[try node.axis(value, rank: shape.rank)] = true }
        }
        var extents: [Int] = []
        var block: (outer: Int, inner: Int)? = (1, 1)
        var previousIsReduced = false
        var hasReduced = false
        for (axis, stride) in shape.strides.enumerated() {
            let extent = shape[axis]
            if isReduced[axis] {
                reduced.append(extent: extent, stride: stride)
                if keepsAxes { extents.append(1) }
            } else {
                kept.append(extent: extent, stride: stride)
                extents.append(extent)
            }
            guard extent != 1 else { continue }
            if isReduced[axis] {
                if hasReduced, !previousIsReduced { block = nil }
                hasReduced = true
            } else if hasReduced {
                block?.inner *= extent
            } else {
                block?.outer *= extent
            }
            previousIsReduced = isReduced[axis]
        }
        self.block = block
        outputType = TensorType(try node.shape(extents))
    }
}

extension ReductionOperator {
    init(_ node: NodeReader) throws(GraphError) {
        self.init(axes: try ReductionAxes(node))
    }

    static var optionsType: UInt8? { 27 }

    var outputTypes: [TensorType] { [axes.outputType] }

    /// The number of axes also matters, because each position in an input is found axis by axis.
    var evaluationOperations: Int {
        axes.kept.count.clampedProduct(with: axes.reduced.count).clampedProduct(with: axes.reduced.extents.count)
    }

    /// Computes sums in double precision. As in TFLite, the sum of zero elements is 0, their mean is not a number, and
    /// their maximum is the lowest float.
    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            let start = axes.kept.position(of: index)
            // Copy a single element without comparing, as lowering does.
            guard axes.reduced.count != 1 else {
                output[index] = input[start]
                continue
            }
            var sum = 0.0
            var extreme = Float.greatestFiniteMagnitude
            if Self.reduction == .maximum { extreme = -extreme }
            for place in 0..<axes.reduced.count {
                let value = input[start + axes.reduced.position(of: place)]
                switch Self.reduction {
                case .sum, .mean: sum += Double(value)
                case .maximum: extreme = value > extreme ? value : extreme
                case .minimum: extreme = value < extreme ? value : extreme
                }
            }
            switch Self.reduction {
            case .sum: output[index] = Float(sum)
            case .mean: output[index] = Float(sum / Double(axes.reduced.count))
            case .maximum, .minimum: output[index] = extreme
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        let reducedCount = axes.reduced.count
        if reducedCount == 1 {
            lowering.emitReshape(of: lowering.input(0), to: lowering.output())
        } else if let block = axes.block, reducedCount > 0 {
            lowering.emit(
                .reduce(
                    ReduceInstruction(
                        reduction: Self.reduction, input: lowering.input(0), output: lowering.output(),
                        outer: block.outer,
                        reduced: reducedCount, inner: block.inner)))
        } else {
            lowering.emitEvaluation()
        }
    }
}

/// A strided traversal of several axes in row-major order.
struct StridedAxes: Sendable {
    private(set) var extents: [Int] = []
    private(set) var strides: [Int] = []
    private(set) var count = 1

    /// Adds an axis inside the existing ones. An axis with an extent of 1 does not change positions.
    mutating func append(extent: Int, stride: Int) {
        guard extent != 1 else { return }
        extents.append(extent)
        strides.append(stride)
        count *= extent
    }

    /// Returns the distance from the first element to the one at `index`.
    func position(of index: Int) -> Int {
        var rest = index
        var position = 0
        for axis in extents.indices.reversed() {
            position += rest % extents[axis] * strides[axis]
            rest /= extents[axis]
        }
        return position
    }
}

/// The sum along axes.
struct Sum: ReductionOperator {
    static let builtin = BuiltinOperator.sum
    static let versions = 1...2
    static let reduction = Reduction.sum

    let axes: ReductionAxes
}

/// The mean along axes.
struct Mean: ReductionOperator {
    static let builtin = BuiltinOperator.mean
    static let versions = 1...3
    static let reduction = Reduction.mean

    let axes: ReductionAxes
}

/// The largest value along axes.
struct ReduceMax: ReductionOperator {
    static let builtin = BuiltinOperator.reduceMax
    static let versions = 1...3
    static let reduction = Reduction.maximum

    let axes: ReductionAxes
}

/// The smallest value along axes.
struct ReduceMin: ReductionOperator {
    static let builtin = BuiltinOperator.reduceMin
    static let versions = 1...3
    static let reduction = Reduction.minimum

    let axes: ReductionAxes
}
