extension DataFrame {
    /// The column with the given name, which must exist.
    public subscript(columnName: String) -> AnyColumn {
        get { columns[index(columnName)] }
        set { put(newValue, named: columnName) }
        // Modify in place, so that the column is not copied for each element that is set.
        _modify {
            let place = index(columnName)
            defer {
                columns[place].name = columnName
                setColumn(columns[place], at: place)
            }
            yield &columns[place]
        }
    }

    /// The column with the given name, which must exist.
    public subscript(dynamicMember columnName: String) -> AnyColumn {
        get { self[columnName] }
        set { self[columnName] = newValue }
        _modify { yield &self[columnName] }
    }

    /// The elements of a column, which must have the given type.
    @_disfavoredOverload
    public subscript<T>(columnName: String, type: T.Type = T.self) -> [T?] {
        get { columns[index(columnName)].assumingType(type).contents }
        set { put(AnyColumn(Column(name: columnName, contents: newValue)), named: columnName) }
    }

    /// The column with the given name, which must have the given type.
    public subscript<T>(columnName: String, type: T.Type) -> Column<T> {
        get { columns[index(columnName)].assumingType(type) }
        set { put(AnyColumn(newValue), named: columnName) }
    }

    /// The column with the given name and type.
    public subscript<T>(id: ColumnID<T>) -> Column<T> {
        get { self[id.name, T.self] }
        set { self[id.name, T.self] = newValue }
    }

    /// Returns a table with some of the columns.
    public subscript<S: Sequence>(columnNames: S) -> DataFrame where S.Element == String {
        selecting(columnNames: columnNames)
    }

    /// The column at an index.
    public subscript(column index: Int) -> AnyColumn {
        get { columns[index] }
        set { setColumn(newValue, at: index) }
    }

    /// The column at an index, which must have the given type.
    public subscript<T>(column index: Int, type: T.Type) -> Column<T> {
        get { columns[index].assumingType(type) }
        set { setColumn(AnyColumn(newValue), at: index) }
    }

    /// The row at an index.
    public subscript(row index: Int) -> Row {
        get { rows[index] }
        set { rows[index] = newValue }
        _modify { yield &rows[index] }
    }

    /// The rows whose entries in `mask` are true.
    public subscript<C: Collection>(mask: C) -> Slice where C.Element == Bool {
        Slice(base: self, places: zip(0..<shape.rows, mask).filter(\.1).map(\.0), names: columns.map(\.name))
    }

    /// As in TabularData, a column that does not exist yet is added.
    private mutating func put(_ column: AnyColumn, named name: String) {
        var column = column
        column.name = name
        if containsColumn(name) { replaceColumn(name, with: column) } else { append(column: column) }
    }
}
