import TegataBuffers
import TegataFormats

/// A network whose operators are all supported, whose shapes are known and whose nodes stand in an order in which they
/// can run.
package struct Graph: Sendable {
    package let file: String
    package let name: String
    package internal(set) var values: [Value]
    /// The nodes that are left to run; those with constant results have been evaluated.
    package internal(set) var nodes: [Node]
    package let inputs: [Int]
    package let outputs: [Int]

    /// Multiply-accumulates of one run; the largest integer where they are more.
    package var multiplyAccumulates: Int {
        nodes.reduce(0) { $0.clampedSum(with: $1.bound.multiplyAccumulates) }
    }
}
