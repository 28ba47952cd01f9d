import Foundation
import TegataAppleErrors
import TegataTables

/// Options for reading a table from a JSON file.
public struct JSONReadingOptions {
    /// The date parsers, in the order in which they are tried; none by default.
    public var dateParsers: [(String) -> Date?] = []

    /// Creates options with TabularData's defaults.
    public init() {}

    /// Adds a strategy for parsing dates.
    public mutating func addDateParseStrategy<T: ParseStrategy>(
        _ strategy: T
    ) where T.ParseInput == String, T.ParseOutput == Date {
        dateParsers.append { try? strategy.parse($0) }
    }
}

/// The type of a column in a JSON file.
public enum JSONType: Hashable, Sendable {
    /// Integers: `Int`.
    case integer
    /// True or false: `Bool`.
    case boolean
    /// Numbers: `Double`.
    case double
    /// Strings that a parser in the options accepts as dates: `Date`.
    case date
    /// Strings: `String`.
    case string
    /// Arrays: `[Any?]`.
    case array
    /// Objects: `[String: Any?]`.
    case object
}

/// Options for writing a table to a JSON file.
public struct JSONWritingOptions {
    /// Whether names are sorted alphabetically; on Linux they always are.
    public var sortKeys = false
    /// Whether the text has line breaks and indentation.
    public var prettyPrint = false
    /// Formats a date as text; ISO 8601 by default.
    public var dateFormatter: (Date) -> String = { $0.formatted(.iso8601) }

    /// Creates options with TabularData's defaults.
    public init() {}
}

/// An error while reading a JSON file. Rows count from 0.
public enum JSONReadingError: NSErrorConvertible, CustomStringConvertible {
    /// The text is not JSON, or not an array of objects.
    case unsupportedStructure
    /// An element's type differs from the other types in its column.
    case incompatibleValues(column: String, row: Int)
    /// A value does not have the requested type.
    case failedToParse(row: Int, column: String, type: JSONType, contents: String)
    /// A requested column does not exist.
    case missingColumn(String)

    /// The row in which the error occurred; -1 if there is none.
    public var row: Int {
        switch self {
        case .incompatibleValues(_, let row), .failedToParse(let row, _, _, _): row
        case .unsupportedStructure, .missingColumn: -1
        }
    }

    /// The problem and what to do about it, with row and column.
    public var errorDescription: String? { description }

    /// The problem and what to do about it, with row and column.
    public var description: String {
        switch self {
        case .unsupportedStructure:
            "this is not a JSON array of objects; write [{\"column\": value, …}, …]"
        case .incompatibleValues(let column, let row):
            "row \(row), column \(column): the type of the value differs from those before it; use one type per column"
        case .failedToParse(let row, let column, let type, let contents):
            "row \(row), column \(column): \(contents.prefix(40)) is not of type \(type); correct it or choose another type"
        case .missingColumn(let name): "there is no column \(name); check the names in the objects"
        }
    }
}

extension DataFrame {
    /// Reads a table from a JSON file that contains an array of objects. The columns are in order of first appearance.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - columns: The columns to read, in this order; nil for all.
    ///   - types: The types of columns; other columns get the type of their values.
    ///   - options: The format of the text.
    public init(
        contentsOfJSONFile url: URL, columns: [String]? = nil, types: [String: JSONType] = [:],
        options: JSONReadingOptions = .init()
    ) throws {
        let data = try TabularFile.contents(of: url)
        try self.init(data, file: url.path, columns: columns, types: types, options: options)
    }

    /// Reads a table from the bytes of a JSON file that contains an array of objects.
    public init(
        jsonData data: Data, columns: [String]? = nil, types: [String: JSONType] = [:],
        options: JSONReadingOptions = .init()
    ) throws {
        try self.init(data, file: "the JSON text", columns: columns, types: types, options: options)
    }

    private init(
        _ data: Data, file: String, columns: [String]?, types: [String: JSONType], options: JSONReadingOptions
    ) throws {
        guard let rows = try TabularFile.json([UInt8](data), file: file).elements else {
            throw JSONReadingError.unsupportedStructure
        }
        var names: [String] = []
        var places: [String: Int] = [:]
        var cells: [[JSONNode]] = []
        let limit = Self.mostCellsPerByte * data.count + Self.freeCells
        for (row, node) in rows.enumerated() {
            guard let members = node.members else { throw JSONReadingError.unsupportedStructure }
            for member in members {
                let place = places[member.name] ?? names.count
                if place == names.count {
                    places[member.name] = place
                    names.append(member.name)
                    guard names.count * rows.count <= limit else {
                        throw TabularFile.sparse(file: file, row: row, columns: names.count, rows: rows.count)
                    }
                    cells.append([JSONNode](repeating: .null, count: rows.count))
                }
                // If an object has several members with the same name, the first one is used.
                if case .null = cells[place][row] { cells[place][row] = member.value }
            }
        }
        var known: Set<String> = []
        var read: [AnyColumn] = []
        for name in columns ?? names {
            guard let place = places[name] else { throw JSONReadingError.missingColumn(name) }
            guard known.insert(name).inserted else { continue }
            let column = JSONColumn(name: name, cells: cells[place], parsers: options.dateParsers)
            read.append(try column.read(as: types[name]))
        }
        self.init(columns: read)
    }

    /// The limits on the number of cells. Objects that have all names need several bytes per cell. Objects that each
    /// have a single, distinct name would give a table whose size is the square of the file's.
    private static let (mostCellsPerByte, freeCells) = (2, 1 << 16)
}

extension DataFrameProtocol {
    /// Writes the table to a JSON file, as an array of objects. The file is written completely or not at all.
    public func writeJSON(to url: URL, options: JSONWritingOptions = .init()) throws {
        try TabularFile.write(jsonRepresentation(options: options), to: url)
    }

    /// Returns the table as the bytes of a JSON file that contains an array of objects.
    public func jsonRepresentation(options: JSONWritingOptions = .init()) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        if options.prettyPrint { encoder.outputFormatting.insert(.prettyPrinted) }
        let columns = columns
        let rows = (0..<shape.rows).map { row in
            Dictionary(
                columns.map { ($0.name, JSONCell($0[row], dates: options.dateFormatter)) }, uniquingKeysWith: { $1 })
        }
        return try encoder.encode(rows)
    }
}

/// The values of a column, to be converted to elements of one type.
private struct JSONColumn {
    let name: String
    let cells: [JSONNode]
    let parsers: [(String) -> Date?]

    func read(as type: JSONType?) throws(JSONReadingError) -> AnyColumn {
        if let type { return try column(type) }
        var candidates: [JSONType] = [.integer, .double, .boolean]
        if !parsers.isEmpty { candidates.append(.date) }
        for candidate in candidates + [.string, .array, .object] {
            if cells.contains(where: { if case .null = $0 { false } else { true } }),
                let column = try? column(candidate)
            {
                return column
            }
        }
        guard let row = cells.indices.first(where: { if case .null = cells[$0] { false } else { true } }) else {
            return try column(.string)
        }
        throw .incompatibleValues(column: name, row: firstOther(than: cells[row]))
    }

    private func firstOther(than first: JSONNode) -> Int {
        let type = Mirror(reflecting: first).children.first?.label
        let row = cells.firstIndex { cell in
            if case .null = cell { return false }
            return Mirror(reflecting: cell).children.first?.label != type
        }
        return row ?? 0
    }

    private func column(_ type: JSONType) throws(JSONReadingError) -> AnyColumn {
        switch type {
        case .integer: try elements(type) { $0.integer }
        case .boolean: try elements(type) { if case .boolean(let value) = $0 { value } else { nil } }
        case .double: try elements(type) { $0.number }
        case .date:
            try elements(type) { cell -> Date? in
                guard let text = cell.string else { return nil }
                return parsers.lazy.compactMap { $0(text) }.first
            }
        case .string: try elements(type) { $0.string }
        case .array: try elements(type) { $0.elements?.map(\.cell) }
        case .object: try elements(type) { $0.members.map(JSONNode.dictionary) }
        }
    }

    private func elements<T>(_ type: JSONType, _ parse: (JSONNode) -> T?) throws(JSONReadingError) -> AnyColumn {
        var column = Column<T>(name: name, capacity: cells.count)
        for (row, cell) in cells.enumerated() {
            if case .null = cell {
                column.contents.append(nil)
            } else if let element = parse(cell) {
                column.contents.append(element)
            } else {
                throw .failedToParse(row: row, column: name, type: type, contents: "\(cell.cell ?? "null")")
            }
        }
        return AnyColumn(column)
    }
}

extension JSONNode {
    /// The element for this value in a column, array or object whose elements may have any type.
    fileprivate var cell: Any? {
        switch self {
        case .null: nil
        case .boolean(let value): value
        case .number(let value): Int(exactly: value).map { $0 as Any } ?? value.double
        case .string(let value): value
        case .array(let values): values.map(\.cell)
        case .object(let members): Self.dictionary(members)
        }
    }

    fileprivate static func dictionary(_ members: [JSONMember]) -> [String: Any?] {
        Dictionary(members.map { ($0.name, $0.value.cell) }, uniquingKeysWith: { first, _ in first })
    }
}
