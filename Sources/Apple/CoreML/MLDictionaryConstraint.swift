import Foundation

/// A stand-in for what the keys of a dictionary are.
public final class MLDictionaryConstraint: NSObject, @unchecked Sendable {
    /// Texts or integers.
    public let keyType: MLFeatureType

    init(keyType: MLFeatureType) {
        self.keyType = keyType
    }
}
