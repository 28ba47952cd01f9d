/// What a model says about an input or output.
package struct TensorMetadata: Sendable {
    package let name: String?
    package let description: String?
    package let dimensionNames: [String]
    package let content: TensorContent?
    /// At most one of a kind.
    package let processUnits: [ProcessUnit]
    /// Smallest and largest values, per channel or one for all.
    package let minimums: [Float]
    package let maximums: [Float]
    package let associatedFiles: [AssociatedFile]
}
