import Foundation

/// Takes the text of a CSV file apart.
struct CSVText {
    /// The cells of every row, and whether each was between quotes.
    private(set) var rows: [[Cell]] = []

    struct Cell {
        var text: String
        var isQuoted = false
    }

    private let options: CSVReadingOptions
    private let bytes: [UInt8]
    private var place = 0
    private var cell: [UInt8] = []
    private var row: [Cell] = []

    init(_ data: Data, options: CSVReadingOptions) throws(CSVReadingError) {
        self.options = options
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw .unsupportedEncoding("UTF-16")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        self.bytes = bytes
        try read(delimiter: Array(String(options.delimiter).utf8), escape: Array(String(options.escapeCharacter).utf8))
    }

    /// The number of the row that is being read, as errors count.
    private var rowNumber: Int { rows.count - (options.hasHeaderRow ? 1 : 0) }

    private mutating func read(delimiter: [UInt8], escape: [UInt8]) throws(CSVReadingError) {
        let quote = UInt8(ascii: "\"")
        while place < bytes.count {
            if options.usesQuoting, cell.isEmpty, bytes[place] == quote {
                try readQuoted(escape: escape)
                continue
            }
            if starts(delimiter) {
                try endCell()
                place += delimiter.count
                // A delimiter at the end of the text has an empty cell behind it.
                if place == bytes.count { try endCell() }
            } else if bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r") {
                let isPair = bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
                    && bytes[place + 1] == UInt8(ascii: "\n")
                place += isPair ? 2 : 1
                try endRow()
            } else if options.usesEscaping, starts(escape) {
                place += escape.count
                takeCharacter()
            } else {
                if options.usesQuoting, bytes[place] == quote {
                    throw .misplacedQuote(row: rowNumber, column: row.count)
                }
                cell.append(bytes[place])
                place += 1
            }
        }
        if !cell.isEmpty || !row.isEmpty { try endRow() }
    }

    /// Reads a cell between quotes and what follows it: a delimiter, the end of the row or the end of the text.
    private mutating func readQuoted(escape: [UInt8]) throws(CSVReadingError) {
        let quote = UInt8(ascii: "\"")
        place += 1
        while place < bytes.count {
            if bytes[place] == quote {
                guard place + 1 < bytes.count, bytes[place + 1] == quote else { break }
                cell.append(quote)
                place += 2
            } else if options.usesEscaping, starts(escape) {
                place += escape.count
                takeCharacter()
            } else {
                cell.append(bytes[place])
                place += 1
            }
        }
        guard place < bytes.count else { throw .misplacedQuote(row: rowNumber, column: row.count) }
        place += 1
        try endCell(isQuoted: true)
        if place == bytes.count { return try endRow(isOpen: false) }
        if starts(Array(String(options.delimiter).utf8)) {
            place += String(options.delimiter).utf8.count
            if place == bytes.count { try endCell() }
        } else if bytes[place] == UInt8(ascii: "\n") {
            place += 1
            try endRow(isOpen: false)
        } else if bytes[place] == UInt8(ascii: "\r") {
            place += place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n") ? 2 : 1
            try endRow(isOpen: false)
        } else {
            throw .misplacedQuote(row: rowNumber, column: row.count - 1)
        }
    }

    private func starts(_ text: [UInt8]) -> Bool {
        guard bytes[place] == text.first, place + text.count <= bytes.count else { return false }
        return bytes[place..<place + text.count].elementsEqual(text)
    }

    private mutating func takeCharacter() {
        guard place < bytes.count else { return }
        cell.append(bytes[place])
        place += 1
    }

    private mutating func endCell(isQuoted: Bool = false) throws(CSVReadingError) {
        guard let text = String(validating: cell, as: UTF8.self) else {
            throw .badEncoding(row: rowNumber, column: row.count, cellContents: Data(cell))
        }
        row.append(Cell(text: text, isQuoted: isQuoted))
        cell.removeAll(keepingCapacity: true)
    }

    /// Ends a row whose last cell is still open, or whose cells have all ended.
    private mutating func endRow(isOpen: Bool = true) throws(CSVReadingError) {
        if isOpen, row.isEmpty, cell.isEmpty {
            if !options.ignoresEmptyLines { rows.append([Cell(text: "")]) }
            return
        }
        if isOpen { try endCell() }
        rows.append(row)
        row = []
    }
}
