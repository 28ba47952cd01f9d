import Foundation
import TegataTables

/// A stand-in for how a table becomes the text of a CSV file.
public struct CSVWritingOptions {
    /// Whether the first row has the names of the columns.
    public var includesHeader: Bool
    /// What is written where an element is missing.
    public var nilEncoding: String
    /// What is written for true.
    public var trueEncoding: String
    /// What is written for false.
    public var falseEncoding: String
    /// What ends a row.
    public var newline: String
    /// What stands between cells.
    public var delimiter: Character
    /// What makes a text of a date.
    public var dateFormatter: (Date) -> String

    /// Chooses options; those of the original are the defaults, and dates are written as ISO 8601 has them.
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
    /// Writes the table to a CSV file, whole or not at all.
    public func writeCSV(to url: URL, options: CSVWritingOptions = .init()) throws {
        try TabularFile.write(csvRepresentation(options: options), to: url)
    }

    /// The table as the bytes of a CSV file. Arrays are written as JSON has them.
    ///
    /// Texts that readers take for nothing stand between quotes, which ``DataFrame`` reads as the texts that they are.
    /// In a table of one column, where a line without anything would be none, `null` stands for a missing element.
    public func csvRepresentation(options: CSVWritingOptions = .init()) throws -> Data {
        let delimiter = String(options.delimiter)
        var text = ""
        func add(_ cells: [String]) {
            text += cells.joined(separator: delimiter)
            text += options.newline
        }
        func quoted(_ cell: String) -> String {
            // By scalars, as readers know no characters: a mark may stand on a quote or on a delimiter.
            let needsQuotes =
                cell.unicodeScalars.contains("\"") || cell.unicodeScalars.contains(delimiter.unicodeScalars)
                || cell.contains { $0.isNewline }
            return needsQuotes ? cellBetweenQuotes(cell) : cell
        }
        // An empty text, and others that stand for nothing, are something else than nothing.
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
