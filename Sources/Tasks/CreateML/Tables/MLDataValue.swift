/// A stand-in for a value of the older kind of table.
public enum MLDataValue: Hashable, Sendable {
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A text.
    case string(String)
    /// Nothing.
    case invalid

    init(_ value: Any?) {
        switch value {
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        default: self = .invalid
        }
    }

    /// The whole number, if it is one.
    public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
    /// The number, if it is one that need not be whole.
    public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
    /// The text, if it is one.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// Whether there is a value.
    public var isValid: Bool { self != .invalid }
}
