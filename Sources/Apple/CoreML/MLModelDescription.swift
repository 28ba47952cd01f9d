import Foundation

/// A stand-in for what a model says about itself. It does not change.
public final class MLModelDescription: NSObject, @unchecked Sendable {
    /// The inputs by name.
    public let inputDescriptionsByName: [String: MLFeatureDescription]
    /// The outputs by name.
    public let outputDescriptionsByName: [String: MLFeatureDescription]
    /// The output that is the answer, for classifiers the label.
    public let predictedFeatureName: String?
    /// The output that has the probabilities of a classifier's labels.
    public let predictedProbabilitiesName: String?
    /// What else the model says.
    public let metadata: [MLModelMetadataKey: Any]
    /// The labels of a classifier in the order of the model, which need not be sorted.
    public let classLabels: [Any]?

    /// Describes a classifier whose outputs are `label` and `labelProbabilities`, the names that those of Create ML
    /// have, and perhaps others.
    package init(
        classifierOf inputs: [MLFeatureDescription], labels: [String], otherOutputs: [MLFeatureDescription] = [],
        metadata: [MLModelMetadataKey: Any] = [:]
    ) {
        let outputs =
            [
                MLFeatureDescription(name: Self.labelName, type: .string),
                MLFeatureDescription(name: Self.probabilitiesName, keyType: .string),
            ] + otherOutputs
        inputDescriptionsByName = Dictionary(uniqueKeysWithValues: inputs.map { ($0.name, $0) })
        outputDescriptionsByName = Dictionary(uniqueKeysWithValues: outputs.map { ($0.name, $0) })
        predictedFeatureName = Self.labelName
        predictedProbabilitiesName = Self.probabilitiesName
        self.metadata = metadata
        classLabels = labels
    }

    static let labelName = "label"
    static let probabilitiesName = "labelProbabilities"

    /// Always false: nothing here updates models.
    public var isUpdatable: Bool { false }

    /// Inputs and outputs.
    public override var description: String {
        func list(_ features: [String: MLFeatureDescription]) -> String {
            features.keys.sorted().compactMap { features[$0]?.description }.joined(separator: "; ")
        }
        return "inputs: \(list(inputDescriptionsByName)). outputs: \(list(outputDescriptionsByName))."
    }
}
