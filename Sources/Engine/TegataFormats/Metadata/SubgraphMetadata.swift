/// What a model says about a subgraph. Its tensors are in the subgraph's order.
package struct SubgraphMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let inputs: [TensorMetadata]
    package let outputs: [TensorMetadata]
    package let associatedFiles: [AssociatedFile]
}
