import Foundation

extension DataFrame {
    /// Reads a table from a JSON file that has an array of objects. The columns are in alphabetical order.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - columns: The columns to read, in this order; nil for all.
    ///   - types: What columns are; others are what their values are.
    ///   - options: How the text is meant.
    public init(
        contentsOfJSONFile url: URL, columns: [String]? = nil, types: [String: JSONType] = [:],
        options: JSONReadingOptions = .init()
    ) throws {
        try self.init(jsonData: TabularFile.contents(of: url), columns: columns, types: types, options: options)
    }

    /// Reads a table from the bytes of a JSON file that has an array of objects.
    public init(
        jsonData data: Data, columns: [String]? = nil, types: [String: JSONType] = [:],
        options: JSONReadingOptions = .init()
    ) throws {
        guard let rows = try? JSONDecoder().decode([[String: JSONCell]].self, from: data) else {
            throw JSONReadingError.unsupportedStructure
        }
        let names = Set(rows.flatMap(\.keys))
        self.init()
        for name in columns ?? names.sorted() {
            guard names.contains(name) else { throw JSONReadingError.missingColumn(name) }
            guard !containsColumn(name) else { continue }
            let column = JSONColumn(name: name, cells: rows.map { $0[name] ?? .null }, parsers: options.dateParsers)
            append(column: try column.read(as: types[name]))
        }
    }
}

extension DataFrameProtocol {
    /// Writes the table to a JSON file, as an array of objects, whole or not at all.
    public func writeJSON(to url: URL, options: JSONWritingOptions = .init()) throws {
        try TabularFile.write(jsonRepresentation(options: options), to: url)
    }

    /// The table as the bytes of a JSON file that has an array of objects.
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

/// The values of a column, which become elements of one type.
private struct JSONColumn {
    let name: String
    let cells: [JSONCell]
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

    private func firstOther(than first: JSONCell) -> Int {
        let type = Mirror(reflecting: first).children.first?.label
        let row = cells.firstIndex { cell in
            if case .null = cell { return false }
            return Mirror(reflecting: cell).children.first?.label != type
        }
        return row ?? 0
    }

    private func column(_ type: JSONType) throws(JSONReadingError) -> AnyColumn {
        switch type {
        case .integer: try elements(type) { if case .integer(let value) = $0 { value } else { nil } }
        case .boolean: try elements(type) { if case .boolean(let value) = $0 { value } else { nil } }
        case .double:
            try elements(type) { cell -> Double? in
                switch cell {
                case .double(let value): value
                case .integer(let value): Double(value)
                default: nil
                }
            }
        case .date:
            try elements(type) { cell -> Date? in
                guard case .string(let text) = cell else { return nil }
                return parsers.lazy.compactMap { $0(text) }.first
            }
        case .string: try elements(type) { if case .string(let value) = $0 { value } else { nil } }
        case .array:
            try elements(type) { cell -> [Any?]? in
                if case .array(let values) = cell { values.map(\.element) } else { nil }
            }
        case .object:
            try elements(type) { cell -> [String: Any?]? in
                if case .object(let values) = cell { values.mapValues(\.element) } else { nil }
            }
        }
    }

    private func elements<T>(_ type: JSONType, _ parse: (JSONCell) -> T?) throws(JSONReadingError) -> AnyColumn {
        var column = Column<T>(name: name, capacity: cells.count)
        for (row, cell) in cells.enumerated() {
            if case .null = cell {
                column.contents.append(nil)
            } else if let element = parse(cell) {
                column.contents.append(element)
            } else {
                throw .failedToParse(row: row, column: name, type: type, contents: "\(cell.element ?? "null")")
            }
        }
        return AnyColumn(column)
    }
}
