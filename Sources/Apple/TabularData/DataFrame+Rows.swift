extension DataFrame {
    /// The rows, from the first to the last.
    public var rows: Rows {
        get { Rows(base: self, places: .all(shape.rows), names: columns.map(\.name)) }
        set { self = newValue.base }
        _modify {
            var rows = rows
            // The rows alone have the columns, so that none is copied for a row that is set.
            self = DataFrame()
            defer { self = rows.base }
            yield &rows
        }
    }

    /// Adds a row whose columns have the names of this table's; columns that it has not get nothing.
    public mutating func append(row: Row) {
        let values = columns.map { column in row.names.contains(column.name) ? row[column.name] : nil }
        appendRow(values)
    }

    /// Adds a row of elements in the order of the columns; those at the end may be left out.
    public mutating func append(row: Any?...) {
        appendRow(row)
    }

    /// Adds a row of elements by the names of columns; others are missing.
    public mutating func append(valuesByColumn dictionary: [String: Any?]) {
        for name in dictionary.keys { _ = index(name) }
        appendRow(columns.map { dictionary[$0.name] ?? nil })
    }

    /// Adds a row without elements.
    public mutating func appendEmptyRow() {
        appendRow([])
    }

    /// Puts a row between others.
    public mutating func insert(row: Row, at index: Int) {
        let values = columns.map { column in row.names.contains(column.name) ? row[column.name] : nil }
        for (column, value) in zip(columns, values) { column.checkType(value) }
        var next = values.makeIterator()
        changeColumns(rowCount: shape.rows + 1) { $0.column.insertValue(next.next() ?? nil, at: index) }
    }

    /// Takes a row out.
    public mutating func removeRow(at index: Int) {
        changeColumns(rowCount: shape.rows - 1) { $0.remove(at: index) }
    }

    /// Adds the rows of a table with the same columns.
    public mutating func append(_ other: DataFrame) {
        append(rowsOf: other)
    }

    /// Adds the rows of a part of a table with the same columns.
    public mutating func append(_ other: Slice) {
        append(rowsOf: DataFrame(other))
    }

    /// Adds the rows of a table with the same columns; a table without columns takes those of the other.
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
        precondition(row.count <= columns.count, "a row has \(row.count) elements, the table \(columns.count) columns")
        // All are checked first, so that no column becomes longer than the others.
        for (column, value) in zip(columns, row) { column.checkType(value) }
        var next = row.makeIterator()
        changeColumns(rowCount: shape.rows + 1) { $0.column.appendValue(next.next() ?? nil) }
    }
}
