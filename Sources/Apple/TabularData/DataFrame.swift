import Foundation

/// A stand-in for a table: columns of one length, each with a name and a type.
///
/// It has what programs around Create ML use. A name that no column has, a type that is not the column's and a place
/// that does not exist are programmer errors, as in the original.
@dynamicMemberLookup
public struct DataFrame: DataFrameProtocol {
    /// What a column is.
    public typealias ColumnType = AnyColumn

    /// The columns in their order.
    public internal(set) var columns: [AnyColumn]
    private var rowCount: Int

    /// Makes a table without columns.
    public init() {
        columns = []
        rowCount = 0
    }

    /// Makes a table of columns, which must be of one length and have different names.
    public init<S: Sequence>(columns: S) where S.Element == AnyColumn {
        self.init(Array(columns))
    }

    /// The columns are many where a file has many, so that each is not compared with all others.
    private init(_ columns: [AnyColumn]) {
        self.columns = []
        rowCount = columns.first?.count ?? 0
        var names: Set<String> = []
        for column in columns {
            precondition(names.insert(column.name).inserted, "there is a column \(column.name) already")
            checkLength(column)
            self.columns.append(column)
        }
    }

    /// Makes a table of a part of another.
    public init(_ other: Slice) {
        self.init(other.names.map { AnyColumn(AnyColumnSlice(base: other.base[$0], places: other.places)) })
    }

    /// The table itself.
    public var base: DataFrame { self }
    /// How many rows and columns there are.
    public var shape: (rows: Int, columns: Int) { (rowCount, columns.count) }

    /// Where the column of a name is; nil where there is none.
    public func indexOfColumn(_ columnName: String) -> Int? { columns.firstIndex { $0.name == columnName } }

    /// Whether there is a column of that name.
    public func containsColumn(_ name: String) -> Bool { indexOfColumn(name) != nil }

    /// Whether there is a column of that name and type.
    public func containsColumn<T>(_ name: String, _ type: T.Type) -> Bool {
        indexOfColumn(name).map { columns[$0].wrappedElementType == type } ?? false
    }

    /// Whether there is a column of that name and type.
    public func containsColumn<T>(_ id: ColumnID<T>) -> Bool { containsColumn(id.name, T.self) }

    func index(_ name: String) -> Int {
        guard let index = indexOfColumn(name) else {
            preconditionFailure("there is no column \(name); there are \(columns.map(\.name).joined(separator: ", "))")
        }
        return index
    }

    // MARK: Columns

    /// Adds a column, which must be as long as the others and have a name of its own.
    public mutating func append<T>(column: Column<T>) {
        append(column: AnyColumn(column))
    }

    /// Adds a column, which must be as long as the others and have a name of its own.
    public mutating func append(column: AnyColumn) {
        insert(column: column, at: columns.count)
    }

    /// Puts a column between others.
    public mutating func insert<T>(column: Column<T>, at index: Int) {
        insert(column: AnyColumn(column), at: index)
    }

    /// Puts a column between others.
    public mutating func insert(column: AnyColumn, at index: Int) {
        precondition(!containsColumn(column.name), "there is a column \(column.name) already")
        checkLength(column)
        columns.insert(column, at: index)
        rowCount = column.count
    }

    /// Gives a column another name.
    public mutating func renameColumn(_ name: String, to newName: String) {
        precondition(name == newName || !containsColumn(newName), "there is a column \(newName) already")
        columns[index(name)].name = newName
    }

    /// Puts a column in the place of another.
    public mutating func replaceColumn(_ name: String, with newColumn: AnyColumn) {
        setColumn(newColumn, at: index(name))
    }

    /// Puts a column in the place of another.
    public mutating func replaceColumn<T>(_ name: String, with newColumn: Column<T>) {
        replaceColumn(name, with: AnyColumn(newColumn))
    }

    /// Takes a column out.
    @discardableResult
    public mutating func removeColumn(_ name: String) -> AnyColumn {
        let column = columns.remove(at: index(name))
        if columns.isEmpty { rowCount = 0 }
        return column
    }

    /// Takes a column out.
    @discardableResult
    public mutating func removeColumn<T>(_ id: ColumnID<T>) -> Column<T> { removeColumn(id.name).assumingType(T.self) }

    /// Replaces the elements of a column by what a closure makes of them.
    public mutating func transformColumn<From, To>(_ name: String, _ transform: (From?) throws -> To?) rethrows {
        let place = index(name)
        columns[place] = AnyColumn(try columns[place].assumingType(From.self).map(transform))
    }

    /// Replaces the elements of a column that are not missing by what a closure makes of them.
    public mutating func transformColumn<From, To>(_ name: String, _ transform: (From) throws -> To?) rethrows {
        let place = index(name)
        columns[place] = AnyColumn(try columns[place].assumingType(From.self).mapNonNil(transform))
    }

    /// Replaces the elements of a column by what a closure makes of them.
    public mutating func transformColumn<From, To>(
        _ id: ColumnID<From>, _ transform: (From?) throws -> To?
    ) rethrows {
        try transformColumn(id.name, transform)
    }

    /// Replaces the elements of a column that are not missing by what a closure makes of them.
    public mutating func transformColumn<From, To>(_ id: ColumnID<From>, _ transform: (From) throws -> To?) rethrows {
        try transformColumn(id.name, transform)
    }

    /// A table of some of the columns.
    public func selecting<S: Sequence>(columnNames: S) -> DataFrame where S.Element == String {
        DataFrame(columns: columnNames.map { columns[index($0)] })
    }

    /// A table of some of the columns.
    public func selecting(columnNames: String...) -> DataFrame { selecting(columnNames: columnNames) }

    private func checkLength(_ column: AnyColumn) {
        precondition(
            columns.isEmpty || column.count == rowCount,
            "the column \(column.name) has \(column.count) elements, the others have \(rowCount)")
    }

    /// Changes all columns, each of which has `count` elements then.
    mutating func changeColumns(rowCount count: Int, _ change: (inout AnyColumn) -> Void) {
        for index in columns.indices { change(&columns[index]) }
        rowCount = count
    }

    /// Puts a column in the place of another; the table stays one of equally long columns with different names.
    mutating func setColumn(_ column: AnyColumn, at index: Int) {
        precondition(
            columns[index].name == column.name || !containsColumn(column.name),
            "there is a column \(column.name) already")
        if columns.count > 1 { checkLength(column) }
        columns[index] = column
        rowCount = column.count
    }
}

extension DataFrame: Hashable {
    /// Whether all columns are equal.
    public static func == (first: DataFrame, second: DataFrame) -> Bool { first.columns == second.columns }

    /// Adds all columns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
    }
}

extension DataFrame: ExpressibleByDictionaryLiteral {
    /// Makes a table of names and elements. Elements of one type give a column of that type, others one of any.
    public init(dictionaryLiteral elements: (String, [Any?])...) {
        self.init(columns: elements.map { ColumnGuess.column(name: $0.0, values: $0.1) })
    }
}

/// Finds the type that elements have in common.
enum ColumnGuess {
    /// A column of the type of all elements, or of any where they have several.
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
