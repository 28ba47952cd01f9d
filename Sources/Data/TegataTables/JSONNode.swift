/// A value in JSON text.
package enum JSONNode: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    /// Members in the order of the text; if several have the same name, the first one is used.
    case object([JSONMember])

    /// The deepest nesting of arrays and objects.
    package static let deepest = 64

    /// The value of the object's member called `name`; nil if there is none, or if this is not an object.
    package subscript(name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The elements of an array; nil for other values.
    package var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object; nil for other values.
    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The number, rounded to `Double`; nil for other values.
    package var number: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }

    /// The number as an `Int`; nil if it is not whole or is out of range.
    package var integer: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The text of a string; nil for other values.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }
}

/// A name and its value in a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONNode
}

/// A number in JSON text. Whole numbers in the range of `Int` are kept exactly, because `Double` cannot represent all
/// of them above 2⁵³.
package enum JSONNumber: Sendable {
    case integer(Int)
    case double(Double)

    /// The number, rounded to `Double`.
    package var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }
}

extension JSONNumber: Equatable {
    /// Whether the numbers are equal, regardless of how they are written.
    package static func == (first: JSONNumber, second: JSONNumber) -> Bool {
        switch (Int(exactly: first), Int(exactly: second)) {
        case (let first?, let second?): first == second
        case (nil, nil): first.double == second.double
        default: false
        }
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    package init(integerLiteral value: Int) {
        self = .integer(value)
    }

    /// Any number.
    package init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number, formatted as Swift does.
    package var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        }
    }
}

extension Float {
    /// Creates a `Float` from a JSON number, with rounding.
    package init(_ number: JSONNumber) {
        self.init(number.double)
    }
}

extension Int {
    /// Creates an `Int` from a JSON number; nil if it is not whole or is out of range.
    package init?(exactly number: JSONNumber) {
        switch number {
        case .integer(let value): self = value
        case .double(let value): self.init(exactly: value)
        }
    }
}
