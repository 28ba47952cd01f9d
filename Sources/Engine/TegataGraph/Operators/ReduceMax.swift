import TegataFormats
import TegataKernelABI

/// The largest value along axes.
struct ReduceMax: ReductionOperator {
    static let builtin = BuiltinOperator.reduceMax
    static let versions = 1...3
    static let reduction = Reduction.maximum

    let axes: ReductionAxes

    init(_ node: NodeReader) throws(GraphError) {
        axes = try ReductionAxes(node)
    }
}
