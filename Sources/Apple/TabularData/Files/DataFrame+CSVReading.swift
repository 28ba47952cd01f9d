import Foundation
import TegataTables

extension DataFrame {
    /// Reads a table from a CSV file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - columns: The columns to read, in this order; nil for all.
    ///   - rows: The rows to read; nil for all.
    ///   - types: What columns are. Others are the first of these that all their cells can be: whole numbers, numbers,
    ///     Booleans, dates, texts.
    ///   - options: How the text is meant.
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

    /// The cells of every row.
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
            // The header is no row.
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

    /// Columns of one name get numbers behind it.
    private static func different(_ names: [String]) -> [String] {
        var known: Set<String> = []
        // The next number of every name, as the smaller ones are taken.
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

/// The cells of a column, which become elements of one type.
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
        // A column without any cell that says something is one of texts.
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
