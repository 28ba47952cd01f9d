import TegataFormats
import TegataKernelABI

/// The mean over a sliding window.
struct AveragePool2D: PoolOperator {
    static let builtin = BuiltinOperator.averagePool2D
    static let versions = 1...3
    static let reduction = Reduction.mean

    let pool: PoolOptions

    init(_ node: NodeReader) throws(GraphError) {
        pool = try PoolOptions(node)
    }
}
