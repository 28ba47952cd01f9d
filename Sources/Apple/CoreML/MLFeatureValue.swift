import CoreVideo
import Foundation

/// An immutable value of a model's input or output.
///
/// As in Core ML, nothing is converted: a property for any other type than the value's is empty or 0.
public final class MLFeatureValue: NSObject, NSCopying, @unchecked Sendable {
    private enum Value {
        case undefined(MLFeatureType)
        case int64(Int64)
        case double(Double)
        case string(String)
        case image(CVPixelBuffer)
        case multiArray(MLMultiArray)
        case dictionary([AnyHashable: NSNumber])
    }

    private let value: Value

    private init(_ value: Value) {
        self.value = value
    }

    /// Creates an integer.
    public convenience init(int64 value: Int64) { self.init(.int64(value)) }

    /// Creates a floating-point number.
    public convenience init(double value: Double) { self.init(.double(value)) }

    /// Creates a string.
    public convenience init(string value: String) { self.init(.string(value)) }

    /// Creates a value from an array, which is not copied.
    public convenience init(multiArray value: MLMultiArray) { self.init(.multiArray(value)) }

    /// Creates a value from a pixel buffer, which is not copied.
    public convenience init(pixelBuffer value: CVPixelBuffer) { self.init(.image(value)) }

    /// Creates a value from numbers keyed by strings or integers. Throws if a key is neither, or if both kinds are
    /// mixed.
    public convenience init(dictionary value: [AnyHashable: NSNumber]) throws {
        guard value.keys.allSatisfy({ $0 is String }) || value.keys.allSatisfy({ $0 is any FixedWidthInteger }) else {
            throw MLModelError(
                .featureType, "The keys of a dictionary must all be of type String, or all be integers.")
        }
        self.init(.dictionary(value))
    }

    /// Creates a value from a shaped array, which is copied.
    public convenience init<Scalar: MLShapedArrayScalar>(shapedArray: MLShapedArray<Scalar>) {
        self.init(multiArray: MLMultiArray(shapedArray))
    }

    /// Creates a missing value of the given type.
    public convenience init(undefined type: MLFeatureType) { self.init(.undefined(type)) }

    /// The type of the value.
    public var type: MLFeatureType {
        switch value {
        case .undefined(let type): type
        case .int64: .int64
        case .double: .double
        case .string: .string
        case .image: .image
        case .multiArray: .multiArray
        case .dictionary: .dictionary
        }
    }

    /// Whether the value is missing.
    public var isUndefined: Bool {
        if case .undefined = value { true } else { false }
    }

    /// The integer, or 0.
    public var int64Value: Int64 {
        if case .int64(let value) = value { value } else { 0 }
    }

    /// The floating-point number, or 0.
    public var doubleValue: Double {
        if case .double(let value) = value { value } else { 0 }
    }

    /// The string, or an empty one.
    public var stringValue: String {
        if case .string(let value) = value { value } else { "" }
    }

    /// The image; nil for other types.
    public var imageBufferValue: CVPixelBuffer? {
        if case .image(let value) = value { value } else { nil }
    }

    /// The array; nil for other types.
    public var multiArrayValue: MLMultiArray? {
        if case .multiArray(let value) = value { value } else { nil }
    }

    /// The dictionary, or an empty one.
    public var dictionaryValue: [AnyHashable: NSNumber] {
        if case .dictionary(let value) = value { value } else { [:] }
    }

    /// Returns a copy of the array as a shaped array; nil if the value is not an array with that number type.
    public func shapedArrayValue<Scalar: MLShapedArrayScalar>(of type: Scalar.Type) -> MLShapedArray<Scalar>? {
        guard let array = multiArrayValue, array.dataType == type.multiArrayDataType else { return nil }
        return MLShapedArray(array)
    }

    /// Whether types and values are equal.
    public func isEqual(to value: MLFeatureValue) -> Bool {
        switch (self.value, value.value) {
        case (.undefined(let first), .undefined(let second)): first == second
        case (.int64(let first), .int64(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.string(let first), .string(let second)): first == second
        case (.image(let first), .image(let second)): first === second
        case (.multiArray(let first), .multiArray(let second)): first == second
        case (.dictionary(let first), .dictionary(let second)): first == second
        default: false
        }
    }

    /// Whether the other object is an equal value.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? MLFeatureValue).map { isEqual(to: $0) } ?? false
    }

    /// The hash of the parts that ``isEqual(to:)`` compares.
    public override var hash: Int {
        switch value {
        case .undefined(let type): type.hashValue
        case .int64(let value): value.hashValue
        case .double(let value): value.hashValue
        case .string(let value): value.hashValue
        case .image(let value): ObjectIdentifier(value).hashValue
        case .multiArray(let value): value.hash
        case .dictionary(let value): value.count
        }
    }

    /// Returns the value itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Type and value.
    public override var description: String {
        switch value {
        case .undefined(let type): "undefined: \(type)"
        case .int64(let value): "int64: \(value)"
        case .double(let value): "double: \(value)"
        case .string(let value): "string: \(value)"
        case .image(let value):
            "image: \(CVPixelBufferGetWidth(value)) × \(CVPixelBufferGetHeight(value))"
        case .multiArray(let value): "multiArray: \(value.description)"
        case .dictionary(let value): "dictionary: \(value)"
        }
    }
}

extension MLFeatureValue {
    /// Creates the value for an object in a dictionary; nil if models have no type for it.
    convenience init?(object: Any) {
        switch object {
        case let value as MLFeatureValue: self.init(value.value)
        case let value as MLMultiArray: self.init(multiArray: value)
        case let value as String: self.init(string: value)
        case let value as CVPixelBuffer: self.init(pixelBuffer: value)
        case let value as any FixedWidthInteger:
            guard let integer = Int64(exactly: value) else { return nil }
            self.init(int64: integer)
        case let value as any BinaryFloatingPoint: self.init(double: Double(value))
        case let value as NSNumber:
            // Foundation's numbers keep their original type as the letter of a C type.
            if ["d", "f"].contains(String(cString: value.objCType)) {
                self.init(double: value.doubleValue)
            } else {
                self.init(int64: value.int64Value)
            }
        case let value as [AnyHashable: NSNumber]: try? self.init(dictionary: value)
        case let value as [AnyHashable: any BinaryFloatingPoint]:
            try? self.init(dictionary: value.mapValues { NSNumber(value: Double($0)) })
        case let value as [AnyHashable: any FixedWidthInteger]:
            try? self.init(dictionary: value.mapValues { NSNumber(value: Int64(clamping: $0)) })
        default: return nil
        }
    }
}
