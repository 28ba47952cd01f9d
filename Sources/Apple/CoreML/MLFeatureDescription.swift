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

    /// Describes what is neither an array nor a dictionary.
    package convenience init(name: String, type: MLFeatureType, isOptional: Bool = false) {
        self.init(name, type, isOptional: isOptional)
    }

    /// Describes an array of one of the shapes, the usual one first.
    package convenience init(name: String, shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.init(name, .multiArray, array: MLMultiArrayConstraint(shapes: shapes, dataType: dataType))
    }

    /// Describes numbers by text or integer.
    package convenience init(name: String, keyType: MLFeatureType) {
        self.init(name, .dictionary, dictionary: MLDictionaryConstraint(keyType: keyType))
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

/// A stand-in for the types of a model's inputs and outputs, with Core ML's raw values.
public enum MLFeatureType: Int, Sendable {
    /// None of the others.
    case invalid = 0
    /// An integer.
    case int64 = 1
    /// A floating-point number.
    case double = 2
    /// A text.
    case string = 3
    /// A picture.
    case image = 4
    /// An array of numbers.
    case multiArray = 5
    /// Numbers by text or integer.
    case dictionary = 6
    /// Texts or integers in order. Nothing here takes or gives them.
    case sequence = 7
    /// What a model remembers. Nothing here has such.
    case state = 8

    /// As errors call it.
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

/// A stand-in for what an array must be to be a model's input, and is as an output.
public final class MLMultiArrayConstraint: NSObject, @unchecked Sendable {
    /// The shape, or the usual one of several.
    public let shape: [NSNumber]
    /// The type of the numbers. Inputs of other types are converted.
    public let dataType: MLMultiArrayDataType
    /// All shapes that are possible.
    public let shapeConstraint: MLMultiArrayShapeConstraint

    let shapes: [[Int]]

    /// The shapes that are possible, the usual one first.
    package init(shapes: [[Int]], dataType: MLMultiArrayDataType) {
        self.shapes = shapes
        self.dataType = dataType
        shape = (shapes.first ?? []).map { NSNumber(value: $0) }
        shapeConstraint = MLMultiArrayShapeConstraint(shapes)
    }
}

/// A stand-in for the shapes that an array may have.
public final class MLMultiArrayShapeConstraint: NSObject, @unchecked Sendable {
    /// How they are told.
    public let type: MLMultiArrayShapeConstraintType
    /// The shapes, where they are told by a list.
    public let enumeratedShapes: [[NSNumber]]

    init(_ shapes: [[Int]]) {
        type = shapes.isEmpty ? .unspecified : .enumerated
        enumeratedShapes = shapes.map { $0.map { NSNumber(value: $0) } }
    }
}

/// A stand-in for how the shapes are told that an array may have, with Core ML's raw values.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
    /// Any shape.
    case unspecified = 1
    /// The shapes of a list.
    case enumerated = 2
    /// A range for each axis. Nothing here tells shapes so.
    case range = 3
}

/// A stand-in for what the keys of a dictionary are.
public final class MLDictionaryConstraint: NSObject, @unchecked Sendable {
    /// Texts or integers.
    public let keyType: MLFeatureType

    init(keyType: MLFeatureType) {
        self.keyType = keyType
    }
}
