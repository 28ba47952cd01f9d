import Foundation

/// A stand-in for what a model says about an input or output. It does not change.
public final class MLFeatureDescription: NSObject, NSCopying, @unchecked Sendable {
    /// What it is called.
    public let name: String
    /// What its values are.
    public let type: MLFeatureType
    /// Whether it may be left out.
    public let isOptional: Bool
    /// What arrays must be, if it is one.
    public let multiArrayConstraint: MLMultiArrayConstraint?
    /// What keys are, if it is a dictionary.
    public let dictionaryConstraint: MLDictionaryConstraint?

    /// Describes what is neither an array nor a dictionary.
    package init(name: String, type: MLFeatureType, isOptional: Bool = false) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        multiArrayConstraint = nil
        dictionaryConstraint = nil
    }

    /// Describes an array of one of the shapes, the usual one first.
    package init(name: String, shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.name = name
        type = .multiArray
        isOptional = false
        multiArrayConstraint = MLMultiArrayConstraint(shapes: shapes, dataType: dataType)
        dictionaryConstraint = nil
    }

    /// Describes numbers by text or integer.
    package init(name: String, keyType: MLFeatureType) {
        self.name = name
        type = .dictionary
        isOptional = false
        multiArrayConstraint = nil
        dictionaryConstraint = MLDictionaryConstraint(keyType: keyType)
    }

    /// Whether the model takes a value. Arrays of other types than the model's are converted, and so they are allowed.
    public func isAllowedValue(_ value: MLFeatureValue) -> Bool {
        (try? check(value)) != nil
    }

    /// The description itself, as it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Name, type and, for an array, the shapes.
    public override var description: String { "\(name): \(expectation)\(isOptional ? ", optional" : "")" }

    /// What the model takes.
    private var expectation: String {
        guard let constraint = multiArrayConstraint, !constraint.shapes.isEmpty else { return type.name }
        let shapes = constraint.shapes.map(Self.text).joined(separator: " or ")
        return "\(type.name) of the shape \(shapes), \(constraint.dataType.name)"
    }

    private static func text(_ shape: [Int]) -> String { shape.map(String.init).joined(separator: " × ") }

    /// Throws where the model does not take the value.
    func check(_ value: MLFeatureValue?) throws {
        guard let value, !value.isUndefined else {
            guard isOptional else {
                throw MLModelError(.featureType, "The feature \(name) is missing. The model takes \(expectation).")
            }
            return
        }
        guard value.type == type else {
            throw MLModelError(
                .featureType, "The feature \(name) is \(value.type.name). The model takes \(expectation).")
        }
        guard let array = value.multiArrayValue, let shapes = multiArrayConstraint?.shapes, !shapes.isEmpty else {
            return
        }
        guard shapes.contains(array.layout.shape) else {
            throw MLModelError(
                .featureType,
                "The feature \(name) has the shape \(Self.text(array.layout.shape)). The model takes \(expectation).")
        }
    }
}
