import TegataFormats
import TegataKernelABI

/// The sum along axes.
struct Sum: ReductionOperator {
    static let builtin = BuiltinOperator.sum
    static let versions = 1...2
    static let reduction = Reduction.sum

    let axes: ReductionAxes

    init(_ node: NodeReader) throws(GraphError) {
        axes = try ReductionAxes(node)
    }
}
