import Foundation

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
