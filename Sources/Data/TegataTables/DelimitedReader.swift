/// Reads delimited text row by row.
package struct DelimitedReader {
    /// The syntax of the text.
    package struct Rules: Sendable {
        /// The bytes that separate cells.
        package var separator: [UInt8]
        /// The bytes that make the following byte an ordinary one; nil if there is no escape.
        package var escape: [UInt8]?
        /// Whether cells may be enclosed in quotes, with quotes inside them doubled.
        package var hasQuotes = true
        /// Whether a quote that does not enclose a whole cell is an error; otherwise it is an ordinary character.
        package var isStrict = false
        package var blankRows = BlankRows.skippedWithSpaces

        package init(separator: [UInt8]) {
            self.separator = separator
        }
    }

    /// The treatment of rows without content.
    package enum BlankRows: Sendable {
        case kept
        case skipped
        /// Skipped, including rows that contain only spaces and tabs.
        case skippedWithSpaces
    }

    package struct Cell: Sendable, Equatable {
        /// The text of the cell, without the quotes around it.
        package let text: String
        package let isQuoted: Bool
    }

    package struct Row: Sendable, Equatable {
        /// The line at which the row starts, counted from 1.
        package let line: Int
        package let cells: [Cell]
    }

    /// An error in the text; lines count from 1, and a row's cells from 0.
    package enum Problem: Error, Equatable, Sendable {
        case notUTF8(line: Int, cell: Int, contents: [UInt8])
        case quoteMisplaced(line: Int, cell: Int)
        /// A quote is never closed; the row starts in `line`.
        case quoteOpen(line: Int, cell: Int)
    }

    private let bytes: [UInt8]
    private let rules: Rules
    private var position: Int
    private var (line, firstLine) = (1, 1)
    private var cells: [Cell] = []
    private var cell: [UInt8] = []
    private var isQuoted = false
    /// Whether the cell started with a quote.
    private var wasQuoted = false

    /// Creates a reader for the text in `bytes`; a byte order mark is skipped.
    package init(_ bytes: [UInt8], _ rules: Rules) {
        self.bytes = bytes
        self.rules = rules
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next row; nil at the end.
    package mutating func next() throws(Problem) -> Row? {
        let quote = UInt8(ascii: "\"")
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                if byte == quote {
                    position += 1
                    if position < bytes.count, bytes[position] == quote { take() } else { isQuoted = false }
                } else if skip(rules.escape) {
                    take()
                } else {
                    if byte == 0x0A { line += 1 }
                    take()
                }
            } else if skip(rules.separator) {
                try finishCell()
            } else if byte == 0x0A || byte == 0x0D {
                position += 1
                if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
                let row = try finishRow()
                line += 1
                firstLine = line
                if let row { return row }
            } else if rules.isStrict, wasQuoted {
                throw .quoteMisplaced(line: line, cell: cells.count)
            } else if skip(rules.escape) {
                take()
            } else if rules.hasQuotes, byte == quote, !wasQuoted, cell.isEmpty || rules.isStrict {
                guard cell.isEmpty else { throw .quoteMisplaced(line: line, cell: cells.count) }
                position += 1
                (isQuoted, wasQuoted) = (true, true)
            } else {
                take()
            }
        }
        guard !isQuoted else { throw .quoteOpen(line: firstLine, cell: cells.count) }
        return cells.isEmpty && cell.isEmpty && !wasQuoted ? nil : try finishRow()
    }

    /// Skips `text` if it is next, and returns whether it was.
    private mutating func skip(_ text: [UInt8]?) -> Bool {
        guard let text, bytes[position] == text.first, bytes[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }

    private mutating func take() {
        guard position < bytes.count else { return }
        cell.append(bytes[position])
        position += 1
    }

    private mutating func finishCell() throws(Problem) {
        guard let text = String(validating: cell, as: UTF8.self) else {
            throw .notUTF8(line: line, cell: cells.count, contents: cell)
        }
        cells.append(Cell(text: text, isQuoted: wasQuoted))
        cell.removeAll(keepingCapacity: true)
        wasQuoted = false
    }

    /// Returns nil if the row is blank and must be skipped.
    private mutating func finishRow() throws(Problem) -> Row? {
        if cells.isEmpty, !wasQuoted {
            let isSkipped =
                switch rules.blankRows {
                case .kept: false
                case .skipped: cell.isEmpty
                case .skippedWithSpaces: cell.allSatisfy { $0 == 0x20 || $0 == 0x09 }
                }
            if isSkipped {
                cell.removeAll(keepingCapacity: true)
                return nil
            }
        }
        try finishCell()
        defer { cells.removeAll(keepingCapacity: true) }
        return Row(line: firstLine, cells: cells)
    }
}
