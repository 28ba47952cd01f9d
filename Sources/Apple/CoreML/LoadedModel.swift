/// What is behind an ``MLModel``: whatever answers for inputs, be it read from a file or trained in this process.
package protocol LoadedModel: Sendable {
    /// The inputs that it takes, the outputs that it gives, and what it says about itself.
    var modelDescription: MLModelDescription { get }

    /// The outputs for `inputs`, which are as the description wants them: all are there but for optional ones, with the
    /// types and shapes that it names. The numbers of arrays may be of any type;
    /// ``MLMultiArray/numbers(as:)`` casts them. Several threads may call this at the same time.
    func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider
}
