/// A stand-in for what the values of a column in a JSON file are.
public enum JSONType: Hashable, Sendable {
    /// Whole numbers: `Int`.
    case integer
    /// True or false: `Bool`.
    case boolean
    /// Numbers: `Double`.
    case double
    /// Texts that a parser of the options reads as dates: `Date`.
    case date
    /// Texts: `String`.
    case string
    /// Arrays: `[Any?]`.
    case array
    /// Objects: `[String: Any?]`.
    case object
}
