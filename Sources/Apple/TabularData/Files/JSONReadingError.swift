import Foundation

/// A stand-in for why a JSON file does not become a table. Rows count from 0.
public enum JSONReadingError: LocalizedError, CustomStringConvertible {
    /// The text is not JSON, or no array of objects.
    case unsupportedStructure
    /// An element of a column is of another type than the others.
    case incompatibleValues(column: String, row: Int)
    /// A value is not of the type that was asked for.
    case failedToParse(row: Int, column: String, type: JSONType, contents: String)
    /// A column that was asked for is not there.
    case missingColumn(String)

    /// The row that the error is in; -1 where it is in none.
    public var row: Int {
        switch self {
        case .incompatibleValues(_, let row), .failedToParse(let row, _, _, _): row
        case .unsupportedStructure, .missingColumn: -1
        }
    }

    /// What is wrong and what to do, with row and column.
    public var errorDescription: String? { description }

    /// What is wrong and what to do, with row and column.
    public var description: String {
        switch self {
        case .unsupportedStructure:
            "this is not a JSON array of objects; write [{\"column\": value, …}, …]"
        case .incompatibleValues(let column, let row):
            "row \(row), column \(column): the value is of another type than those before it; use one type in a column"
        case .failedToParse(let row, let column, let type, let contents):
            "row \(row), column \(column): \(contents.prefix(40)) is no \(type); correct it or choose another type"
        case .missingColumn(let name): "there is no column \(name); check the names in the objects"
        }
    }
}
