extension DataFrame {
    /// The rows, in order.
    public var rows: Rows {
        get { Rows(base: self, places: .all(shape.rows), names: columns.map(\.name)) }
        set { self = newValue.base }
        _modify {
            var rows = rows
            // Release this table's columns, so that none is copied when a row is set.
            self = DataFrame()
            defer { self = rows.base }
            yield &rows
        }
    }

    /// Adds a row. Elements are assigned to columns by name; columns without an element get a missing one.
    public mutating func append(row: Row) {
        let values = columns.map { column in row.names.contains(column.name) ? row[column.name] : nil }
        appendRow(values)
    }

    /// Adds a row of elements in the order of the columns; elements at the end may be omitted.
    public mutating func append(row: Any?...) {
        appendRow(row)
    }

    /// Adds a row from elements keyed by column name; other elements are missing.
    public mutating func append(valuesByColumn dictionary: [String: Any?]) {
        for name in dictionary.keys { _ = index(name) }
        appendRow(columns.map { dictionary[$0.name] ?? nil })
    }

    /// Adds a row of missing elements.
    public mutating func appendEmptyRow() {
        appendRow([])
    }

    /// Inserts a row.
    public mutating func insert(row: Row, at index: Int) {
        let values = columns.map { column in row.names.contains(column.name) ? row[column.name] : nil }
        for (column, value) in zip(columns, values) { column.checkType(value) }
        var next = values.makeIterator()
        changeColumns(rowCount: shape.rows + 1) { $0.column.insertValue(next.next() ?? nil, at: index) }
    }

    /// Removes a row.
    public mutating func removeRow(at index: Int) {
        changeColumns(rowCount: shape.rows - 1) { $0.remove(at: index) }
    }

    /// Adds the rows of a table with the same columns.
    public mutating func append(_ other: DataFrame) {
        append(rowsOf: other)
    }

    /// Adds the rows of a slice with the same columns.
    public mutating func append(_ other: Slice) {
        append(rowsOf: DataFrame(other))
    }

    /// Adds the rows of a table with the same columns; a table without columns takes on the other's columns.
    public mutating func append(rowsOf other: DataFrame) {
        guard !columns.isEmpty else {
            self = other
            return
        }
        changeColumns(rowCount: shape.rows + other.shape.rows) { column in
            if let index = other.indexOfColumn(column.name) {
                column.append(contentsOf: other.columns[index])
            } else {
                for _ in 0..<other.shape.rows { column.append(nil) }
            }
        }
    }

    private mutating func appendRow(_ row: [Any?]) {
        precondition(row.count <= columns.count, "\(row.count) elements do not fit into \(columns.count) columns")
        // Check all values first, so that no column becomes longer than the others.
        for (column, value) in zip(columns, row) { column.checkType(value) }
        var next = row.makeIterator()
        changeColumns(rowCount: shape.rows + 1) { $0.column.appendValue(next.next() ?? nil) }
    }
}
