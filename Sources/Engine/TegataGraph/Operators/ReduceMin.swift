import TegataFormats
import TegataKernelABI

/// The smallest value along axes.
struct ReduceMin: ReductionOperator {
    static let builtin = BuiltinOperator.reduceMin
    static let versions = 1...3
    static let reduction = Reduction.minimum

    let axes: ReductionAxes

    init(_ node: NodeReader) throws(GraphError) {
        axes = try ReductionAxes(node)
    }
}
