import Foundation

extension DataFrameProtocol {
    /// Writes the table to a CSV file, whole or not at all.
    public func writeCSV(to url: URL, options: CSVWritingOptions = .init()) throws {
        try TabularFile.write(csvRepresentation(options: options), to: url)
    }

    /// The table as the bytes of a CSV file. Arrays are written as JSON has them.
    public func csvRepresentation(options: CSVWritingOptions = .init()) throws -> Data {
        let delimiter = String(options.delimiter)
        var text = ""
        func add(_ cells: [String]) {
            text += cells.joined(separator: delimiter)
            text += options.newline
        }
        func quoted(_ cell: String) -> String {
            let needsQuotes = cell.contains { $0 == "\"" || $0.isNewline || $0 == options.delimiter }
            return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
        }
        let columns = columns
        if options.includesHeader { add(columns.map { quoted($0.name) }) }
        for row in 0..<shape.rows {
            add(
                try columns.map { column in
                    switch column[row] {
                    case nil: return options.nilEncoding
                    case let value as Bool: return value ? options.trueEncoding : options.falseEncoding
                    case let value as Date: return quoted(options.dateFormatter(value))
                    // An empty text is something else than nothing.
                    case let value as String where value == options.nilEncoding: return "\"\(value)\""
                    case let value as String: return quoted(value)
                    case let value?: return quoted(try JSONCell.text(value))
                    }
                })
        }
        return Data(text.utf8)
    }
}
