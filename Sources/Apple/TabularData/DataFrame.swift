import Foundation

/// A table: columns of the same length, each with a name and a type.
///
/// It supports the features that programs use with Create ML. Unknown column names, wrong types and invalid indices are
/// programmer errors, as in TabularData.
@dynamicMemberLookup
public struct DataFrame: DataFrameProtocol {
    /// The type of the columns.
    public typealias ColumnType = AnyColumn

    /// The columns, in order.
    public internal(set) var columns: [AnyColumn]
    private var rowCount: Int

    /// Creates a table without columns.
    public init() {
        columns = []
        rowCount = 0
    }

    /// Creates a table from columns, which must have the same length and different names.
    public init<S: Sequence>(columns: S) where S.Element == AnyColumn {
        self.init(Array(columns))
    }

    /// Creates a table. Names are checked with a set, because comparing all pairs is slow for files with many columns.
    private init(_ columns: [AnyColumn]) {
        self.columns = []
        rowCount = columns.first?.count ?? 0
        var names: Set<String> = []
        for column in columns {
            precondition(names.insert(column.name).inserted, "a column \(column.name) already exists")
            checkLength(column)
            self.columns.append(column)
        }
    }

    /// Creates a table from a slice of another.
    public init(_ other: Slice) {
        self.init(other.names.map { AnyColumn(AnyColumnSlice(base: other.base[$0], places: other.places)) })
    }

    /// The table itself.
    public var base: DataFrame { self }
    /// The numbers of rows and columns.
    public var shape: (rows: Int, columns: Int) { (rowCount, columns.count) }

    /// Returns the index of the column with the given name; nil if there is none.
    public func indexOfColumn(_ columnName: String) -> Int? { columns.firstIndex { $0.name == columnName } }

    /// Whether a column has that name.
    public func containsColumn(_ name: String) -> Bool { indexOfColumn(name) != nil }

    /// Whether a column has that name and type.
    public func containsColumn<T>(_ name: String, _ type: T.Type) -> Bool {
        indexOfColumn(name).map { columns[$0].wrappedElementType == type } ?? false
    }

    /// Whether a column has that name and type.
    public func containsColumn<T>(_ id: ColumnID<T>) -> Bool { containsColumn(id.name, T.self) }

    func index(_ name: String) -> Int {
        guard let index = indexOfColumn(name) else {
            preconditionFailure("there is no column \(name); there are \(columns.map(\.name).joined(separator: ", "))")
        }
        return index
    }

    // MARK: Columns

    /// Adds a column, which must be as long as the others and have a unique name.
    public mutating func append<T>(column: Column<T>) {
        append(column: AnyColumn(column))
    }

    /// Adds a column, which must be as long as the others and have a unique name.
    public mutating func append(column: AnyColumn) {
        insert(column: column, at: columns.count)
    }

    /// Inserts a column.
    public mutating func insert<T>(column: Column<T>, at index: Int) {
        insert(column: AnyColumn(column), at: index)
    }

    /// Inserts a column.
    public mutating func insert(column: AnyColumn, at index: Int) {
        precondition(!containsColumn(column.name), "a column \(column.name) already exists")
        checkLength(column)
        columns.insert(column, at: index)
        rowCount = column.count
    }

    /// Renames a column.
    public mutating func renameColumn(_ name: String, to newName: String) {
        precondition(name == newName || !containsColumn(newName), "a column \(newName) already exists")
        columns[index(name)].name = newName
    }

    /// Replaces a column with another.
    public mutating func replaceColumn(_ name: String, with newColumn: AnyColumn) {
        setColumn(newColumn, at: index(name))
    }

    /// Replaces a column with another.
    public mutating func replaceColumn<T>(_ name: String, with newColumn: Column<T>) {
        replaceColumn(name, with: AnyColumn(newColumn))
    }

    /// Removes a column.
    @discardableResult
    public mutating func removeColumn(_ name: String) -> AnyColumn {
        let column = columns.remove(at: index(name))
        if columns.isEmpty { rowCount = 0 }
        return column
    }

    /// Removes a column.
    @discardableResult
    public mutating func removeColumn<T>(_ id: ColumnID<T>) -> Column<T> { removeColumn(id.name).assumingType(T.self) }

    /// Replaces each element of a column with the result of a closure.
    public mutating func transformColumn<From, To>(_ name: String, _ transform: (From?) throws -> To?) rethrows {
        let place = index(name)
        columns[place] = AnyColumn(try columns[place].assumingType(From.self).map(transform))
    }

    /// Replaces each element of a column that is not missing with the result of a closure.
    public mutating func transformColumn<From, To>(_ name: String, _ transform: (From) throws -> To?) rethrows {
        let place = index(name)
        columns[place] = AnyColumn(try columns[place].assumingType(From.self).mapNonNil(transform))
    }

    /// Replaces each element of a column with the result of a closure.
    public mutating func transformColumn<From, To>(
        _ id: ColumnID<From>, _ transform: (From?) throws -> To?
    ) rethrows {
        try transformColumn(id.name, transform)
    }

    /// Replaces each element of a column that is not missing with the result of a closure.
    public mutating func transformColumn<From, To>(_ id: ColumnID<From>, _ transform: (From) throws -> To?) rethrows {
        try transformColumn(id.name, transform)
    }

    /// Returns a table with some of the columns.
    public func selecting<S: Sequence>(columnNames: S) -> DataFrame where S.Element == String {
        DataFrame(columns: columnNames.map { columns[index($0)] })
    }

    /// Returns a table with some of the columns.
    public func selecting(columnNames: String...) -> DataFrame { selecting(columnNames: columnNames) }

    private func checkLength(_ column: AnyColumn) {
        precondition(
            columns.isEmpty || column.count == rowCount,
            "the column \(column.name) has \(column.count) elements, but the others have \(rowCount)")
    }

    /// Changes all columns, which must have `count` elements afterwards.
    mutating func changeColumns(rowCount count: Int, _ change: (inout AnyColumn) -> Void) {
        for index in columns.indices { change(&columns[index]) }
        rowCount = count
    }

    /// Replaces a column. All columns must keep the same length and different names.
    mutating func setColumn(_ column: AnyColumn, at index: Int) {
        precondition(
            columns[index].name == column.name || !containsColumn(column.name),
            "a column \(column.name) already exists")
        if columns.count > 1 { checkLength(column) }
        columns[index] = column
        rowCount = column.count
    }
}

extension DataFrame: Hashable {
    /// Whether all columns are equal.
    public static func == (first: DataFrame, second: DataFrame) -> Bool { first.columns == second.columns }

    /// Hashes all columns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
    }
}

extension DataFrame: ExpressibleByDictionaryLiteral {
    /// Creates a table from names and elements. Elements that share a type give a column of that type; mixed elements
    /// give a column of any type.
    public init(dictionaryLiteral elements: (String, [Any?])...) {
        self.init(columns: elements.map { ColumnGuess.column(name: $0.0, values: $0.1) })
    }
}

/// Finds the type that elements share.
enum ColumnGuess {
    /// Returns a column of the type that all elements share, or of any type if their types differ.
    static func column(name: String, values: [Any?]) -> AnyColumn {
        column(name, values, as: Bool.self) ?? column(name, values, as: Int.self)
            ?? column(name, values, as: Double.self) ?? column(name, values, as: Float.self)
            ?? column(name, values, as: String.self) ?? column(name, values, as: Date.self)
            ?? column(name, values, as: [Any?].self) ?? column(name, values, as: [String: Any?].self)
            ?? AnyColumn(Column<Any>(name: name, contents: values))
    }

    private static func column<T>(_ name: String, _ values: [Any?], as type: T.Type) -> AnyColumn? {
        guard values.contains(where: { $0 != nil }),
            values.allSatisfy({ value in value.map { Swift.type(of: $0) == type } ?? true })
        else { return nil }
        return AnyColumn(Column<T>(name: name, contents: values.map { $0 as? T }))
    }
}
