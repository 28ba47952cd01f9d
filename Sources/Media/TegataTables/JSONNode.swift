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
