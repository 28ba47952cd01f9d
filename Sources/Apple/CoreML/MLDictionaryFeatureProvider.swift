import Foundation

/// A stand-in for values by name. They do not change.
public final class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider, @unchecked Sendable {
    /// The values by name.
    public let dictionary: [String: MLFeatureValue]

    /// Takes values of type ``MLFeatureValue`` as they are and makes some of texts, numbers, arrays, pixel buffers and
    /// dictionaries of numbers. Throws for anything else.
    public init(dictionary: [String: Any]) throws {
        var values: [String: MLFeatureValue] = [:]
        for (name, object) in dictionary {
            guard let value = MLFeatureValue(object: object) else {
                throw MLModelError(
                    .featureType,
                    "The feature \(name) is of type \(Swift.type(of: object)), which models do not take. Make an MLFeatureValue."
                )
            }
            values[name] = value
        }
        self.dictionary = values
    }

    /// Those values, without any check.
    package init(values: [String: MLFeatureValue]) {
        dictionary = values
    }

    /// The names of all values.
    public var featureNames: Set<String> { Set(dictionary.keys) }

    /// The value of a name, if there is one.
    public func featureValue(for featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    /// The value of a name, if there is one.
    public subscript(featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    /// The values by name.
    public override var description: String { "\(dictionary)" }
}
