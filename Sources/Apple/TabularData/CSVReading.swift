import Foundation
import TegataAppleErrors
import TegataTables

/// Options for reading a table from a CSV file.
public struct CSVReadingOptions {
    /// Whether the first row contains the names of the columns; otherwise they are named `Column 0` and so on.
    public var hasHeaderRow: Bool
    /// The cell texts that stand for a missing element.
    public var nilEncodings: Set<String>
    /// The cell texts that stand for true.
    public var trueEncodings: Set<String>
    /// The cell texts that stand for false.
    public var falseEncodings: Set<String>
    /// The type of number columns whose values are not all integers.
    public var floatingPointType: CSVType
    /// Whether empty lines are skipped.
    public var ignoresEmptyLines: Bool
    /// Whether cells may be quoted.
    public var usesQuoting: Bool
    /// Whether an escape character makes the next character literal.
    public var usesEscaping: Bool
    /// The character between cells.
    public let delimiter: Character
    /// The character that makes the next character literal.
    public let escapeCharacter: Character
    /// The date parsers, in the order in which they are tried; none by default.
    public var dateParsers: [(String) -> Date?] = []

    /// Creates options; the defaults are TabularData's.
    public init(
        hasHeaderRow: Bool = true,
        nilEncodings: Set<String> = [
            "", "#N/A", "#N/A N/A", "#NA", "N/A", "NA", "NULL", "n/a", "nil", "null",
        ],
        trueEncodings: Set<String> = ["1", "True", "TRUE", "true"],
        falseEncodings: Set<String> = ["0", "False", "FALSE", "false"],
        floatingPointType: CSVType = .double, ignoresEmptyLines: Bool = true, usesQuoting: Bool = true,
        usesEscaping: Bool = false, delimiter: Character = ",", escapeCharacter: Character = "\\"
    ) {
        self.hasHeaderRow = hasHeaderRow
        self.nilEncodings = nilEncodings
        self.trueEncodings = trueEncodings
        self.falseEncodings = falseEncodings
        self.floatingPointType = floatingPointType
        self.ignoresEmptyLines = ignoresEmptyLines
        self.usesQuoting = usesQuoting
        self.usesEscaping = usesEscaping
        self.delimiter = delimiter
        self.escapeCharacter = escapeCharacter
    }

    /// Adds a strategy for parsing dates.
    public mutating func addDateParseStrategy<T: ParseStrategy>(
        _ strategy: T
    ) where T.ParseInput == String, T.ParseOutput == Date {
        dateParsers.append { try? strategy.parse($0) }
    }
}

/// The type of a column in a CSV file.
public enum CSVType: Hashable, Sendable {
    /// Integers: `Int`.
    case integer
    /// True or false: `Bool`.
    case boolean
    /// 32-bit numbers: `Float`.
    case float
    /// 64-bit numbers: `Double`.
    case double
    /// Dates that a parser of the options accepts: `Date`.
    case date
    /// Strings: `String`.
    case string
    /// UTF-8 bytes: `Data`.
    case data
}

/// An error while reading a CSV file. Rows and columns count from 0, without the header.
public enum CSVReadingError: NSErrorConvertible, CustomStringConvertible {
    /// A cell is not UTF-8.
    case badEncoding(row: Int, column: Int, cellContents: Data)
    /// The text has an unsupported encoding.
    case unsupportedEncoding(String)
    /// A cell that does not begin with a quote contains one, or the closing quote is missing.
    case misplacedQuote(row: Int, column: Int)
    /// A row has more or fewer cells than the table has columns.
    case wrongNumberOfColumns(row: Int, columns: Int, expected: Int)
    /// Some of the requested rows do not exist.
    case outOfBounds(requestedRange: Range<Int>, actualRange: Range<Int>)
    /// A requested column does not exist.
    case missingColumn(String)
    /// A cell does not have the requested type.
    case failedToParse(row: Int, column: Int, type: CSVType, cellContents: Data)

    /// The row in which the error occurred; -1 if there is none.
    public var row: Int {
        switch self {
        case .badEncoding(let row, _, _), .misplacedQuote(let row, _), .wrongNumberOfColumns(let row, _, _),
            .failedToParse(let row, _, _, _):
            row
        case .unsupportedEncoding, .outOfBounds, .missingColumn: -1
        }
    }

    /// The column in which the error occurred; nil if there is none.
    public var column: Int? {
        switch self {
        case .badEncoding(_, let column, _), .misplacedQuote(_, let column), .failedToParse(_, let column, _, _):
            column
        case .unsupportedEncoding, .wrongNumberOfColumns, .outOfBounds, .missingColumn: nil
        }
    }

    /// The problem and what to do about it, with row and column.
    public var errorDescription: String? { description }

    /// The problem and what to do about it, with row and column.
    public var description: String {
        switch self {
        case .badEncoding(let row, let column, _):
            "row \(row), column \(column): the text is not UTF-8; save the file as UTF-8"
        case .unsupportedEncoding(let name): "the encoding is \(name); save the file as UTF-8"
        case .misplacedQuote(let row, let column):
            "row \(row), column \(column): a quote is in the wrong place;"
                + " quote the whole cell and double the quotes inside"
        case .wrongNumberOfColumns(let row, let columns, let expected):
            "row \(row): \(columns) \(columns == 1 ? "cell was" : "cells were") found instead of \(expected);"
                + " check the delimiter, and quote cells that contain it"
        case .outOfBounds(let requested, let actual):
            "the rows \(requested) were requested, but the file has only \(actual); request fewer"
        case .missingColumn(let name): "there is no column \(name); check the header"
        case .failedToParse(let row, let column, let type, let contents):
            "row \(row), column \(column): \(String(decoding: contents.prefix(40), as: UTF8.self)) is not of type \(type);"
                + " correct the cell or choose another type"
        }
    }
}

extension DataFrame {
    /// Reads a table from a CSV file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - columns: The columns to read, in this order; nil for all.
    ///   - rows: The rows to read; nil for all.
    ///   - types: The types of columns. Other columns get the first type that fits all their cells: integers, numbers,
    ///     Booleans, dates, strings.
    ///   - options: The format of the text.
    public init(
        contentsOfCSVFile url: URL, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = .init()
    ) throws {
        try self.init(
            csvData: TabularFile.contents(of: url), columns: columns, rows: rows, types: types, options: options)
    }

    /// Reads a table from the bytes of a CSV file.
    public init(
        csvData data: Data, columns: [String]? = nil, rows: Range<Int>? = nil, types: [String: CSVType] = [:],
        options: CSVReadingOptions = .init()
    ) throws {
        var cells = try Self.cells(data, options)
        var names = cells.first.map { $0.indices.map { "Column \($0)" } } ?? columns ?? []
        if options.hasHeaderRow, !cells.isEmpty { names = Self.different(cells.removeFirst().map(\.text)) }
        for (index, row) in cells.enumerated() where row.count != names.count {
            throw CSVReadingError.wrongNumberOfColumns(row: index, columns: row.count, expected: names.count)
        }
        let first = rows?.lowerBound ?? 0
        if let rows {
            guard rows.lowerBound >= 0, rows.upperBound <= cells.count else {
                throw CSVReadingError.outOfBounds(requestedRange: rows, actualRange: 0..<cells.count)
            }
            cells = Array(cells[rows])
        }
        let places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        var known: Set<String> = []
        var read: [AnyColumn] = []
        for name in columns ?? names {
            guard let index = places[name] else { throw CSVReadingError.missingColumn(name) }
            guard known.insert(name).inserted else { continue }
            let column = CSVColumn(name: name, index: index, firstRow: first, cells: cells.map { $0[index] }, options)
            read.append(try column.read(as: types[name]))
        }
        self.init(columns: read)
    }

    /// Returns the cells of every row.
    private static func cells(
        _ data: Data, _ options: CSVReadingOptions
    ) throws(CSVReadingError) -> [[DelimitedReader.Cell]] {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) { throw .unsupportedEncoding("UTF-16") }
        var rules = DelimitedReader.Rules(separator: Array(String(options.delimiter).utf8))
        rules.escape = options.usesEscaping ? Array(String(options.escapeCharacter).utf8) : nil
        rules.hasQuotes = options.usesQuoting
        rules.isStrict = true
        rules.blankRows = options.ignoresEmptyLines ? .skipped : .kept
        var reader = DelimitedReader([UInt8](data), rules)
        var rows: [[DelimitedReader.Cell]] = []
        do throws(DelimitedReader.Problem) {
            while let row = try reader.next() { rows.append(row.cells) }
        } catch {
            // The header does not count as a row.
            let row = rows.count - (options.hasHeaderRow ? 1 : 0)
            switch error {
            case .notUTF8(_, let cell, let contents):
                throw .badEncoding(row: row, column: cell, cellContents: Data(contents))
            case .quoteMisplaced(_, let cell), .quoteOpen(_, let cell):
                throw .misplacedQuote(row: row, column: cell)
            }
        }
        return rows
    }

    /// Returns unique names: columns with the same name get a number as a suffix.
    private static func different(_ names: [String]) -> [String] {
        var known: Set<String> = []
        // The next number for each name, because the smaller ones are taken.
        var numbers: [String: Int] = [:]
        return names.map { name in
            var unique = name
            var number = numbers[name] ?? 1
            while !known.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            numbers[name] = number
            return unique
        }
    }
}

/// The cells of a column, to be converted to elements of one type.
private struct CSVColumn {
    let name: String
    let index: Int
    let firstRow: Int
    let cells: [DelimitedReader.Cell]
    let options: CSVReadingOptions

    init(name: String, index: Int, firstRow: Int, cells: [DelimitedReader.Cell], _ options: CSVReadingOptions) {
        self.name = name
        self.index = index
        self.firstRow = firstRow
        self.cells = cells
        self.options = options
    }

    func read(as type: CSVType?) throws(CSVReadingError) -> AnyColumn {
        if let type { return try column(type) }
        var candidates: [CSVType] = [.integer, options.floatingPointType, .boolean]
        if !options.dateParsers.isEmpty { candidates.append(.date) }
        // A column with only missing cells becomes a column of strings.
        if cells.contains(where: { !isMissing($0) }) {
            for candidate in candidates {
                if let column = try? column(candidate) { return column }
            }
        }
        return try column(.string)
    }

    private func column(_ type: CSVType) throws(CSVReadingError) -> AnyColumn {
        switch type {
        case .integer: try elements(type) { Int($0) }
        case .boolean:
            try elements(type) {
                options.trueEncodings.contains($0) ? true : options.falseEncodings.contains($0) ? false : nil
            }
        case .float: try elements(type) { Float($0) }
        case .double: try elements(type) { Double($0) }
        case .date:
            try elements(type) { text in options.dateParsers.lazy.compactMap { $0(text) }.first }
        case .string: try elements(type) { $0 }
        case .data: try elements(type) { Data($0.utf8) }
        }
    }

    private func isMissing(_ cell: DelimitedReader.Cell) -> Bool {
        !cell.isQuoted && options.nilEncodings.contains(cell.text)
    }

    private func elements<T>(_ type: CSVType, _ parse: (String) -> T?) throws(CSVReadingError) -> AnyColumn {
        var column = Column<T>(name: name, capacity: cells.count)
        for (row, cell) in cells.enumerated() {
            if isMissing(cell) {
                column.contents.append(nil)
                continue
            }
            let isText = type == .string || type == .data
            guard let element = parse(isText ? cell.text : cell.text.trimmingCharacters(in: .whitespaces)) else {
                throw .failedToParse(
                    row: firstRow + row, column: index, type: type, cellContents: Data(cell.text.utf8))
            }
            column.contents.append(element)
        }
        return AnyColumn(column)
    }
}
