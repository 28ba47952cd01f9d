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
    /// Whether the last cell has ended with its quote, so that nothing but a delimiter may follow in the line.
    private var isEnded = false

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
        let (quote, lineFeed, carriageReturn) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        while place < bytes.count {
            if starts(delimiter) {
                if !isEnded { try endCell() }
                isEnded = false
                place += delimiter.count
            } else if bytes[place] == lineFeed || bytes[place] == carriageReturn {
                let isPair = bytes[place] == carriageReturn && place + 1 < bytes.count && bytes[place + 1] == lineFeed
                place += isPair ? 2 : 1
                try endRow()
            } else if isEnded {
                throw .misplacedQuote(row: rowNumber, column: row.count - 1)
            } else if options.usesEscaping, starts(escape) {
                place += escape.count
                takeCharacter()
            } else if options.usesQuoting, bytes[place] == quote {
                guard cell.isEmpty else { throw .misplacedQuote(row: rowNumber, column: row.count) }
                try readQuoted(escape: escape)
            } else {
                takeCharacter()
            }
        }
        if !row.isEmpty || !cell.isEmpty { try endRow() }
    }

    /// Reads a cell between quotes.
    private mutating func readQuoted(escape: [UInt8]) throws(CSVReadingError) {
        let quote = UInt8(ascii: "\"")
        place += 1
        while place < bytes.count {
            if bytes[place] == quote {
                place += 1
                guard place < bytes.count, bytes[place] == quote else {
                    try endCell(isQuoted: true)
                    isEnded = true
                    return
                }
                takeCharacter()
            } else if options.usesEscaping, starts(escape) {
                place += escape.count
                takeCharacter()
            } else {
                takeCharacter()
            }
        }
        throw .misplacedQuote(row: rowNumber, column: row.count)
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

    private mutating func endRow() throws(CSVReadingError) {
        if row.isEmpty, cell.isEmpty {
            if !options.ignoresEmptyLines { rows.append([Cell(text: "")]) }
            return
        }
        if !isEnded { try endCell() }
        isEnded = false
        rows.append(row)
        row = []
    }
}
