import TegataSystem

/// The rows of a CSV file, whatever separates its cells.
package struct DelimitedText: Sendable, Equatable {
    /// A row and where it stands.
    package struct Row: Sendable, Equatable {
        /// The line of the file in which the row begins, from 1.
        package let line: Int
        /// What stands between separators, without the quotes around it.
        package let cells: [String]

        /// A row of `cells` that begins in `line`.
        package init(line: Int, cells: [String]) {
            self.line = line
            self.cells = cells
        }
    }

    /// All rows that are not empty, a header among them.
    package let rows: [Row]
    /// What stands between cells.
    package let separator: Character

    /// What is looked for where nobody says what the separator is, in this order.
    private static let separators: [Character] = [",", ";", "\t", "|"]

    /// Reads the file at `path`, of at most `limit` bytes.
    package init(
        readingFileAt path: String, separator: Character? = nil, atMost limit: Int = 1 << 30
    ) throws(TableFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(path, acceptingPipes: false).contents(atMost: limit)
        } catch { throw TableFileError(file: path, problem: .unreadable(error.reason)) }
        try self.init(bytes, file: path, separator: separator)
    }

    /// Reads the text `bytes`, which `file` names in errors; a byte order mark is passed over.
    ///
    /// Cells in double quotes may have separators and line ends, and two quotes for one. Without `separator` it is the
    /// one of comma, semicolon, tab and bar that the first row has most of. A separator beyond ASCII is refused.
    package init(_ bytes: [UInt8], file: String, separator: Character? = nil) throws(TableFileError) {
        let chosen = separator ?? Self.separator(of: bytes)
        self.separator = chosen
        guard let separatorByte = chosen.asciiValue else {
            throw TableFileError(file: file, problem: .separator(chosen))
        }
        var reader = DelimitedReader(bytes, DelimitedReader.Rules(separator: [separatorByte]))
        var rows: [Row] = []
        do throws(DelimitedReader.Problem) {
            while let row = try reader.next() { rows.append(Row(line: row.line, cells: row.cells.map(\.text))) }
        } catch {
            switch error {
            case .notUTF8(let line, _, _): throw TableFileError(file: file, problem: .notUTF8(line: line))
            case .quoteOpen(let line, _), .quoteMisplaced(let line, _):
                throw TableFileError(file: file, problem: .quoteOpen(line: line))
            }
        }
        self.rows = rows
    }

    /// The separator that the first line has most of outside of quotes.
    private static func separator(of bytes: [UInt8]) -> Character {
        var counts = [Int](repeating: 0, count: separators.count)
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D {
                if counts.contains(where: { $0 > 0 }) { break }
                continue
            }
            if let index = separators.firstIndex(where: { $0.asciiValue == byte }) { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return most > 0 ? separators[counts.firstIndex(of: most) ?? 0] : ","
    }
}

/// A cell of a delimited table between quotes, those in it doubled. By scalars, as readers know no letters: a quote may
/// be one with the accent behind it.
package func cellBetweenQuotes(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
        if scalar == "\"" { quoted.append(scalar) }
        quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
}
