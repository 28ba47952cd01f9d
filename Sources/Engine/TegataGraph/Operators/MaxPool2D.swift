import TegataFormats
import TegataKernelABI

/// The largest value in a sliding window.
struct MaxPool2D: PoolOperator {
    static let builtin = BuiltinOperator.maxPool2D
    static let versions = 1...3
    static let reduction = Reduction.maximum

    let pool: PoolOptions

    init(_ node: NodeReader) throws(GraphError) {
        pool = try PoolOptions(node)
    }
}
