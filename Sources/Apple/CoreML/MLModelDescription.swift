import Foundation
import TegataClassifiers

/// An immutable description of a model.
public final class MLModelDescription: NSObject, @unchecked Sendable {
    /// The inputs by name.
    public let inputDescriptionsByName: [String: MLFeatureDescription]
    /// The outputs by name.
    public let outputDescriptionsByName: [String: MLFeatureDescription]
    /// The main output; for classifiers, the label.
    public let predictedFeatureName: String?
    /// The output with the probabilities of a classifier's labels.
    public let predictedProbabilitiesName: String?
    /// The metadata of the model.
    public let metadata: [MLModelMetadataKey: Any]
    /// The labels of a classifier in the order of the model, which need not be sorted.
    public let classLabels: [Any]?

    /// Creates the description of a classifier with the outputs `label` and `labelProbabilities`, named as in Create
    /// ML's models, and optionally others.
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

    /// Always false, because this module cannot update models.
    public var isUpdatable: Bool { false }

    /// Inputs and outputs, as text.
    public override var description: String {
        func list(_ features: [String: MLFeatureDescription]) -> String {
            features.keys.sorted().compactMap { features[$0]?.description }.joined(separator: "; ")
        }
        return "inputs: \(list(inputDescriptionsByName)). outputs: \(list(outputDescriptionsByName))."
    }
}

/// A key of a model's metadata.
public struct MLModelMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The name in Core ML.
    public var rawValue: String

    /// Creates a key from its name in Core ML.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The purpose of the model; a `String`.
    public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")
    /// The version of the model; a `String`.
    public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")
    /// The author of the model; a `String`.
    public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")
    /// The licence of the model; a `String`.
    public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")
    /// Further notes by the author; a dictionary of type `[String: String]`.
    public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}

extension ModelCard {
    /// The metadata provided by a model's trainer: its names in files and Core ML's keys.
    package static let metadataKeys: [(key: String, name: MLModelMetadataKey)] = [
        ("author", .author), ("description", .description), ("version", .versionString), ("license", .license),
    ]

    /// Returns the card as Core ML metadata. Entries without a key go into the author's notes, where the names of
    /// measurements and counts begin with `tegata.`.
    func modelMetadata(labels: [String]) -> [MLModelMetadataKey: Any] {
        var known: [MLModelMetadataKey: Any] = [:]
        var others: [String: String] = [:]
        for entry in metadata {
            if let key = Self.metadataKeys.first(where: { $0.key == entry.key }) {
                known[key.name] = entry.value
            } else {
                others[entry.key] = entry.value
            }
        }
        others["tegata.version"] = version
        others["tegata.seed"] = "\(seed)"
        others["tegata.iterations"] = "\(iterations)"
        if !dataHash.isEmpty { others["tegata.dataHash"] = dataHash }
        if exampleCounts.count == labels.count {
            others["tegata.examples"] = zip(labels, exampleCounts).map { "\($0): \($1)" }.joined(separator: ", ")
        }
        for metric in metrics { others["tegata.\(metric.name)"] = "\(metric.value)" }
        known[.creatorDefinedKey] = others
        return known
    }
}
