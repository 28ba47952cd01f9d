import TegataFormats

/// How one element of a tensor is stored.
package enum ElementType: Equatable, Sendable, CustomStringConvertible {
    case float32, float16, int8, uint8, int32, int64, bool

    /// Nil for element types that no supported operator works on.
    package init?(_ type: TFLiteType) {
        switch type {
        case .float32: self = .float32
        case .float16: self = .float16
        case .int8: self = .int8
        case .uint8: self = .uint8
        case .int32: self = .int32
        case .int64: self = .int64
        case .bool: self = .bool
        default: return nil
        }
    }

    package var byteCount: Int {
        switch self {
        case .int8, .uint8, .bool: 1
        case .float16: 2
        case .float32, .int32: 4
        case .int64: 8
        }
    }

    package var isInteger: Bool {
        switch self {
        case .int8, .uint8, .int32, .int64: true
        case .float32, .float16, .bool: false
        }
    }

    package var description: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .int8: "int8"
        case .uint8: "uint8"
        case .int32: "int32"
        case .int64: "int64"
        case .bool: "bool"
        }
    }
}
