import Foundation

/// An immutable description of an input or output of a model.
public final class MLFeatureDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the feature.
    public let name: String
    /// The type of the feature's values.
    public let type: MLFeatureType
    /// Whether the feature may be omitted.
    public let isOptional: Bool
    /// The constraint on arrays; nil for other types.
    public let multiArrayConstraint: MLMultiArrayConstraint?
    /// The constraint on keys; nil unless the type is a dictionary.
    public let dictionaryConstraint: MLDictionaryConstraint?

    private init(
        _ name: String, _ type: MLFeatureType, isOptional: Bool = false, array: MLMultiArrayConstraint? = nil,
        dictionary: MLDictionaryConstraint? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        multiArrayConstraint = array
        dictionaryConstraint = dictionary
    }

    /// Creates a description of a feature that is neither an array nor a dictionary.
    package convenience init(name: String, type: MLFeatureType, isOptional: Bool = false) {
        self.init(name, type, isOptional: isOptional)
    }

    /// Creates a description of an array that has one of these shapes, of which the first is the usual one.
    package convenience init(name: String, shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.init(name, .multiArray, array: MLMultiArrayConstraint(shapes: shapes, dataType: dataType))
    }

    /// Creates a description of numbers keyed by strings or integers.
    package convenience init(name: String, keyType: MLFeatureType) {
        self.init(name, .dictionary, dictionary: MLDictionaryConstraint(keyType: keyType))
    }

    /// Whether the model accepts a value. Arrays with other number types are allowed, because they are converted.
    public func isAllowedValue(_ value: MLFeatureValue) -> Bool {
        (try? check(value)) != nil
    }

    /// Returns the description itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Name, type and, for an array, the shapes.
    public override var description: String { "\(name): \(expectation)\(isOptional ? ", optional" : "")" }

    /// The values that the model accepts, as text.
    private var expectation: String {
        guard let constraint = multiArrayConstraint, !constraint.shapes.isEmpty else { return type.name }
        let shapes = constraint.shapes.map(Self.text).joined(separator: " or ")
        return "\(type.name) of shape \(shapes), \(constraint.dataType.name)"
    }

    private static func text(_ shape: [Int]) -> String { shape.map(String.init).joined(separator: " × ") }

    /// Throws if the model does not accept the value.
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
                "The feature \(name) has shape \(Self.text(array.layout.shape)). The model takes \(expectation).")
        }
    }
}

/// The type of an input or output of a model, with Core ML's raw values.
public enum MLFeatureType: Int, Sendable {
    /// Not a valid type.
    case invalid = 0
    /// An integer.
    case int64 = 1
    /// A floating-point number.
    case double = 2
    /// A string.
    case string = 3
    /// An image.
    case image = 4
    /// An array of numbers.
    case multiArray = 5
    /// Numbers keyed by strings or integers.
    case dictionary = 6
    /// A list of strings or integers. No model in this module uses it.
    case sequence = 7
    /// The state of a model. No model in this module has one.
    case state = 8

    /// The name of the type in errors.
    var name: String {
        switch self {
        case .invalid: "an invalid value"
        case .int64: "an integer"
        case .double: "a Double"
        case .string: "a String"
        case .image: "an image"
        case .multiArray: "a multi-array"
        case .dictionary: "a dictionary"
        case .sequence: "a sequence"
        case .state: "a state"
        }
    }
}

/// A constraint on an input's arrays, and a guarantee about an output's arrays.
public final class MLMultiArrayConstraint: NSObject, @unchecked Sendable {
    /// The shape, or the usual shape if there are several.
    public let shape: [NSNumber]
    /// The type of the numbers. Inputs of other types are converted.
    public let dataType: MLMultiArrayDataType
    /// All allowed shapes.
    public let shapeConstraint: MLMultiArrayShapeConstraint

    let shapes: [[Int]]

    /// Creates a constraint with the allowed shapes, of which the first is the usual one.
    package init(shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.shapes = shapes
        self.dataType = dataType
        shape = (shapes.first ?? []).map { NSNumber(value: $0) }
        shapeConstraint = MLMultiArrayShapeConstraint(shapes)
    }
}

/// A constraint on the shape of an array.
public final class MLMultiArrayShapeConstraint: NSObject, @unchecked Sendable {
    /// The kind of the constraint.
    public let type: MLMultiArrayShapeConstraintType
    /// The allowed shapes; empty unless the constraint is a list.
    public let enumeratedShapes: [[NSNumber]]

    init(_ shapes: [[Int]]) {
        type = shapes.isEmpty ? .unspecified : .enumerated
        enumeratedShapes = shapes.map { $0.map { NSNumber(value: $0) } }
    }
}

/// A kind of shape constraint, with Core ML's raw values.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
    /// Any shape.
    case unspecified = 1
    /// A list of shapes.
    case enumerated = 2
    /// A range for each axis. No model in this module uses it.
    case range = 3
}

/// A constraint on the keys of a dictionary.
public final class MLDictionaryConstraint: NSObject, @unchecked Sendable {
    /// The type of the keys: strings or integers.
    public let keyType: MLFeatureType

    init(keyType: MLFeatureType) {
        self.keyType = keyType
    }
}
