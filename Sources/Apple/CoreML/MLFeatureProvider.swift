import Foundation

/// The values of a model's inputs or outputs.
public protocol MLFeatureProvider: AnyObject {
    /// The names of all values.
    var featureNames: Set<String> { get }

    /// Returns the value with the name; nil if there is none.
    func featureValue(for featureName: String) -> MLFeatureValue?
}

/// Immutable values by name.
public final class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider, @unchecked Sendable {
    /// The values by name.
    public let dictionary: [String: MLFeatureValue]

    /// Creates a provider. Values of type ``MLFeatureValue`` are used as they are; strings, numbers, arrays, pixel
    /// buffers and dictionaries of numbers are converted. Throws for anything else.
    public init(dictionary: [String: Any]) throws {
        var values: [String: MLFeatureValue] = [:]
        for (name, object) in dictionary {
            guard let value = MLFeatureValue(object: object) else {
                throw MLModelError(
                    .featureType,
                    "The feature \(name) has the unsupported type \(Swift.type(of: object)). Pass an MLFeatureValue."
                )
            }
            values[name] = value
        }
        self.dictionary = values
    }

    /// Creates a provider of these values, without any check.
    package init(values: [String: MLFeatureValue]) {
        dictionary = values
    }

    /// The names of all values.
    public var featureNames: Set<String> { Set(dictionary.keys) }

    /// Returns the value with the name; nil if there is none.
    public func featureValue(for featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    /// The value with the name; nil if there is none.
    public subscript(featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    /// The values by name.
    public override var description: String { "\(dictionary)" }
}

/// A batch of several sets of values.
public protocol MLBatchProvider: AnyObject {
    /// The number of sets.
    var count: Int { get }

    /// Returns the set of values at an index below ``count``.
    func features(at index: Int) -> any MLFeatureProvider
}

/// A batch of sets of values in order.
public final class MLArrayBatchProvider: NSObject, MLBatchProvider {
    /// The sets in order.
    public let array: [any MLFeatureProvider]

    /// Creates a batch of these sets.
    public init(array: [any MLFeatureProvider]) {
        self.array = array
    }

    /// Creates a batch with one set for each value of a name. Throws if some names have more values than others, and
    /// rethrows the errors of ``MLDictionaryFeatureProvider/init(dictionary:)``.
    public init(dictionary: [String: [Any]]) throws {
        let count = dictionary.values.first?.count ?? 0
        if let other = dictionary.first(where: { $0.value.count != count }) {
            throw MLModelError(
                .featureType,
                "The feature \(other.key) has \(other.value.count) values, but another one has \(count). Use equal"
                    + " counts.")
        }
        array = try (0..<count).map { index in
            try MLDictionaryFeatureProvider(dictionary: dictionary.mapValues { $0[index] })
        }
    }

    /// The number of sets.
    public var count: Int { array.count }

    /// Returns the set of values at an index, which must be below ``count``.
    public func features(at index: Int) -> any MLFeatureProvider {
        precondition(array.indices.contains(index), "The index \(index) is outside a batch of \(count)")
        return array[index]
    }
}
