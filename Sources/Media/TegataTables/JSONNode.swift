/// A value of a JSON text.
package enum JSONNode: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    /// In the order of the text; of members of one name the first counts.
    case object([JSONMember])

    /// How many arrays and objects may lie in each other.
    package static let deepest = 64

    /// The value of the object's member called `name`; nil where there is none, or where this is no object.
    package subscript(name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The elements of an array.
    package var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The number, as near as `Double` comes to it.
    package var number: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }

    /// The number where it is a whole one that `Int` has.
    package var integer: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The text.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }
}

/// A name and its value in a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// What stands before the colon.
    package let name: String
    /// What stands behind it.
    package let value: JSONNode
}

/// A number of a JSON text. Whole numbers are exact where `Int` has them, as not all of those above 2⁵³ are `Double`s.
package enum JSONNumber: Sendable {
    case integer(Int)
    case double(Double)

    /// The number, as near as `Double` comes to it.
    package var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }
}

extension JSONNumber: Equatable {
    /// Whether the numbers are the same, however they are written.
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
    /// The number as Swift writes it.
    package var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        }
    }
}

extension Float {
    /// The number of a JSON text, as near as `Float` comes to it.
    package init(_ number: JSONNumber) {
        self.init(number.double)
    }
}

extension Int {
    /// The number of a JSON text; nil where it is no whole one, or none that `Int` has.
    package init?(exactly number: JSONNumber) {
        switch number {
        case .integer(let value): self = value
        case .double(let value): self.init(exactly: value)
        }
    }
}
