import Foundation
import TegataTables

/// Options for writing a table to a CSV file.
public struct CSVWritingOptions {
    /// Whether the first row contains the names of the columns.
    public var includesHeader: Bool
    /// The text for missing elements.
    public var nilEncoding: String
    /// The text for true.
    public var trueEncoding: String
    /// The text for false.
    public var falseEncoding: String
    /// The line ending after each row.
    public var newline: String
    /// The character between cells.
    public var delimiter: Character
    /// Formats a date as text.
    public var dateFormatter: (Date) -> String

    /// Creates options; the defaults are TabularData's, with dates in ISO 8601.
    public init(
        includesHeader: Bool = true, nilEncoding: String = "", trueEncoding: String = "true",
        falseEncoding: String = "false", newline: String = "\n", delimiter: Character = ","
    ) {
        self.includesHeader = includesHeader
        self.nilEncoding = nilEncoding
        self.trueEncoding = trueEncoding
        self.falseEncoding = falseEncoding
        self.newline = newline
        self.delimiter = delimiter
        dateFormatter = { $0.formatted(.iso8601) }
    }
}

extension DataFrameProtocol {
    /// Writes the table to a CSV file. The file is written completely or not at all.
    public func writeCSV(to url: URL, options: CSVWritingOptions = .init()) throws {
        try TabularFile.write(csvRepresentation(options: options), to: url)
    }

    /// Returns the table as the bytes of a CSV file. Arrays are written as JSON.
    ///
    /// Strings that readers would treat as missing are quoted, so that ``DataFrame`` reads them as strings. In a table
    /// with one column, a missing element is written as `null`, because an empty line would not be read as a row.
    public func csvRepresentation(options: CSVWritingOptions = .init()) throws -> Data {
        let delimiter = String(options.delimiter)
        var text = ""
        func add(_ cells: [String]) {
            text += cells.joined(separator: delimiter)
            text += options.newline
        }
        func quoted(_ cell: String) -> String {
            // Compare scalars, because readers do not combine characters: a combining mark may follow a quote or a
            // delimiter.
            let needsQuotes =
                cell.unicodeScalars.contains("\"") || cell.unicodeScalars.contains(delimiter.unicodeScalars)
                || cell.contains { $0.isNewline }
            return needsQuotes ? cellBetweenQuotes(cell) : cell
        }
        // An empty string, and other text that stands for missing elements, must remain distinct from a missing
        // element.
        let textsForNothing = CSVReadingOptions().nilEncodings.union([options.nilEncoding])
        func quotedText(_ text: String) -> String {
            textsForNothing.contains(text) ? cellBetweenQuotes(text) : quoted(text)
        }
        let columns = columns
        let nothing = columns.count == 1 && options.nilEncoding.isEmpty ? "null" : options.nilEncoding
        if options.includesHeader { add(columns.map { $0.name.isEmpty ? "\"\"" : quoted($0.name) }) }
        for row in 0..<shape.rows {
            add(
                try columns.map { column in
                    switch column[row] {
                    case nil: return nothing
                    case let value as Bool: return value ? options.trueEncoding : options.falseEncoding
                    case let value as Date: return quotedText(options.dateFormatter(value))
                    case let value as String: return quotedText(value)
                    case let value?:
                        let cell = JSONCell(value)
                        if case .string(let text) = cell { return quotedText(text) }
                        return quoted(try cell.text)
                    }
                })
        }
        return Data(text.utf8)
    }
}
