/// A stand-in for what the cells of a column in a CSV file are.
public enum CSVType: Hashable, Sendable {
    /// Whole numbers: `Int`.
    case integer
    /// True or false: `Bool`.
    case boolean
    /// Numbers of 32 bits: `Float`.
    case float
    /// Numbers of 64 bits: `Double`.
    case double
    /// Dates, as far as a parser of the options reads them: `Date`.
    case date
    /// Texts: `String`.
    case string
    /// Bytes of UTF-8: `Data`.
    case data
}
