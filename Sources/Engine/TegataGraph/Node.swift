import TegataBuffers
import TegataFormats

/// An operator with its operands.
package struct Node: Sendable {
    package let place: GraphError.Node
    package let bound: BoundOperator
    /// Indices into ``Graph/values``; nil for optional inputs that are absent.
    package let inputs: [Int?]
    package let outputs: [Int]
}
