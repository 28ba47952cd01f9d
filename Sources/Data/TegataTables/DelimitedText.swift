import TegataSystem

/// The rows of a CSV file, with any separator.
package struct DelimitedText: Sendable, Equatable {
    /// A row and its line number.
    package struct Row: Sendable, Equatable {
        /// The line of the file at which the row starts, counted from 1.
        package let line: Int
        /// The texts of the cells, without the quotes around them.
        package let cells: [String]

        /// Creates a row of `cells` that starts in `line`.
        package init(line: Int, cells: [String]) {
            self.line = line
            self.cells = cells
        }
    }

    /// All rows that are not empty, including any header.
    package let rows: [Row]
    /// The character between cells.
    package let separator: Character

    /// The separators to try if none is given, in order.
    private static let separators: [Character] = [",", ";", "\t", "|"]

    /// Reads the file at `path`, which may have up to `limit` bytes.
    package init(
        readingFileAt path: String, separator: Character? = nil, atMost limit: Int = 1 << 30
    ) throws(TableFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(path, acceptingPipes: false).contents(atMost: limit)
        } catch { throw TableFileError(file: path, problem: .unreadable(error.reason)) }
        try self.init(bytes, file: path, separator: separator)
    }

    /// Reads the text in `bytes`; errors refer to it as `file`. A byte order mark is skipped.
    ///
    /// Cells in double quotes may contain separators, line ends and doubled quotes. If `separator` is nil, the most
    /// frequent of comma, semicolon, tab and bar in the first row is used. A separator outside ASCII is an error.
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

    /// Returns the most frequent separator outside quotes in the first line.
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

/// Returns a cell of a delimited table in quotes, with its own quotes doubled. Works on scalars, as readers do, because
/// a quote followed by a combining accent is a single character.
package func cellBetweenQuotes(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
        if scalar == "\"" { quoted.append(scalar) }
        quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
}
