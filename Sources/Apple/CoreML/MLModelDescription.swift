import Foundation
import TegataClassifiers

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

/// A stand-in for the names of what Core ML's models say about themselves.
public struct MLModelMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The name in Core ML.
    public var rawValue: String

    /// Makes a key of its name in Core ML.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What the model does; a `String`.
    public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")
    /// The version of the model; a `String`.
    public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")
    /// Who made the model; a `String`.
    public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")
    /// The licence of the model; a `String`.
    public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")
    /// What else its maker has noted; a dictionary of type `[String: String]`.
    public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}

extension ModelCard {
    /// What whoever trained a model says of it, by the names that a file has for it and Core ML's.
    package static let metadataKeys: [(key: String, name: MLModelMetadataKey)] = [
        ("author", .author), ("description", .description), ("version", .versionString), ("license", .license),
    ]

    /// The card as Core ML's models tell it: what they have keys for, and the rest as what the maker has noted, with
    /// names that begin with `tegata.` for what was measured and counted.
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
