import Foundation

/// A stand-in for what has the values of a model's inputs or outputs.
public protocol MLFeatureProvider: AnyObject {
    /// The names of all values.
    var featureNames: Set<String> { get }

    /// The value of a name, if there is one.
    func featureValue(for featureName: String) -> MLFeatureValue?
}

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

/// A stand-in for several sets of values.
public protocol MLBatchProvider: AnyObject {
    /// How many there are.
    var count: Int { get }

    /// The values at an index below ``count``.
    func features(at index: Int) -> any MLFeatureProvider
}

/// A stand-in for several sets of values in order.
public final class MLArrayBatchProvider: NSObject, MLBatchProvider {
    /// The sets in order.
    public let array: [any MLFeatureProvider]

    /// Takes the sets as they are.
    public init(array: [any MLFeatureProvider]) {
        self.array = array
    }

    /// Makes as many sets as each name has values. Throws where the names have different numbers of them, and what
    /// ``MLDictionaryFeatureProvider/init(dictionary:)`` throws.
    public init(dictionary: [String: [Any]]) throws {
        let count = dictionary.values.first?.count ?? 0
        if let other = dictionary.first(where: { $0.value.count != count }) {
            throw MLModelError(
                .featureType,
                "The feature \(other.key) has \(other.value.count) values, another one \(count). All need as many.")
        }
        array = try (0..<count).map { index in
            try MLDictionaryFeatureProvider(dictionary: dictionary.mapValues { $0[index] })
        }
    }

    /// How many sets there are.
    public var count: Int { array.count }

    /// The set at an index, which must be below ``count``.
    public func features(at index: Int) -> any MLFeatureProvider {
        precondition(array.indices.contains(index), "The index \(index) is outside a batch of \(count)")
        return array[index]
    }
}
