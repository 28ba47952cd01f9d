import Foundation

/// A stand-in for why a CSV file does not become a table. Rows and columns count from 0; the header is no row.
public enum CSVReadingError: LocalizedError, CustomStringConvertible {
    /// A cell is not UTF-8.
    case badEncoding(row: Int, column: Int, cellContents: Data)
    /// The text is in an encoding that is not read.
    case unsupportedEncoding(String)
    /// A quote stands in a cell that does not begin with one, or the last one is missing.
    case misplacedQuote(row: Int, column: Int)
    /// A row has more or fewer cells than the table has columns.
    case wrongNumberOfColumns(row: Int, columns: Int, expected: Int)
    /// The rows that were asked for are not all there.
    case outOfBounds(requestedRange: Range<Int>, actualRange: Range<Int>)
    /// A column that was asked for is not there.
    case missingColumn(String)
    /// A cell is not of the type that was asked for.
    case failedToParse(row: Int, column: Int, type: CSVType, cellContents: Data)

    /// The row that the error is in; -1 where it is in none.
    public var row: Int {
        switch self {
        case .badEncoding(let row, _, _), .misplacedQuote(let row, _), .wrongNumberOfColumns(let row, _, _),
            .failedToParse(let row, _, _, _):
            row
        case .unsupportedEncoding, .outOfBounds, .missingColumn: -1
        }
    }

    /// The column that the error is in, if it is in one.
    public var column: Int? {
        switch self {
        case .badEncoding(_, let column, _), .misplacedQuote(_, let column), .failedToParse(_, let column, _, _):
            column
        case .unsupportedEncoding, .wrongNumberOfColumns, .outOfBounds, .missingColumn: nil
        }
    }

    /// What is wrong and what to do, with row and column.
    public var errorDescription: String? { description }

    /// What is wrong and what to do, with row and column.
    public var description: String {
        switch self {
        case .badEncoding(let row, let column, _):
            "row \(row), column \(column): the text is not UTF-8; save the file as UTF-8"
        case .unsupportedEncoding(let name): "the encoding is \(name); save the file as UTF-8"
        case .misplacedQuote(let row, let column):
            "row \(row), column \(column): a quote is in the wrong place;"
                + " put the whole cell between quotes and double those inside"
        case .wrongNumberOfColumns(let row, let columns, let expected):
            "row \(row): there are \(columns) cells, and \(expected) columns;"
                + " check the delimiter and put cells that have it between quotes"
        case .outOfBounds(let requested, let actual):
            "the rows \(requested) were asked for, and there are \(actual); ask for fewer"
        case .missingColumn(let name): "there is no column \(name); check the header"
        case .failedToParse(let row, let column, let type, let contents):
            "row \(row), column \(column): \(String(decoding: contents.prefix(40), as: UTF8.self)) is no \(type);"
                + " correct the cell or choose another type"
        }
    }
}
