import TegataFormats
import TegataKernelABI

/// The mean along axes.
struct Mean: ReductionOperator {
    static let builtin = BuiltinOperator.mean
    static let versions = 1...3
    static let reduction = Reduction.mean

    let axes: ReductionAxes

    init(_ node: NodeReader) throws(GraphError) {
        axes = try ReductionAxes(node)
    }
}
