/// A stand-in for Core ML's types of the numbers in an ``MLMultiArray``, with its raw values.
public enum MLMultiArrayDataType: Int, Sendable {
    /// Floating-point numbers of 64 bits.
    case double = 0x10040
    /// Floating-point numbers of 32 bits.
    case float32 = 0x10020
    /// Floating-point numbers of 16 bits.
    case float16 = 0x10010
    /// Integers of 32 bits with a sign.
    case int32 = 0x20020
    /// Integers of 8 bits with a sign.
    case int8 = 0x20008

    /// Another name of ``double``.
    public static var float64: MLMultiArrayDataType { .double }
    /// Another name of ``float32``.
    public static var float: MLMultiArrayDataType { .float32 }

    /// What the numbers are here.
    var element: any ArrayElement.Type {
        switch self {
        case .double: Double.self
        case .float32: Float.self
        case .float16: Float16.self
        case .int32: Int32.self
        case .int8: Int8.self
        }
    }

    /// How many bytes a number takes.
    var byteCount: Int { (rawValue & 0xFF) / 8 }

    /// As descriptions and errors call it.
    var name: String {
        switch self {
        case .double: "Double"
        case .float32: "Float32"
        case .float16: "Float16"
        case .int32: "Int32"
        case .int8: "Int8"
        }
    }
}
