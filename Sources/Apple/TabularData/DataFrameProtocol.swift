/// The common interface of tables and slices.
public protocol DataFrameProtocol {
    /// The type of the columns.
    associatedtype ColumnType: AnyColumnProtocol
    /// The table itself, or the table that contains this slice.
    var base: DataFrame { get }
    /// The rows.
    var rows: DataFrame.Rows { get set }
    /// The columns.
    var columns: [ColumnType] { get }
    /// The numbers of rows and columns.
    var shape: (rows: Int, columns: Int) { get }
    /// The column with the given name, which must exist.
    subscript(columnName: String) -> ColumnType { get }
}

extension DataFrameProtocol {
    /// Whether there are no rows or no columns.
    public var isEmpty: Bool { shape.rows == 0 || shape.columns == 0 }

    /// The rows in a range of indices.
    public subscript(range: Range<Int>) -> DataFrame.Slice {
        DataFrame.Slice(base: base, places: Array(rows.places[range]), names: columns.map(\.name))
    }

    /// The rows in a range of indices.
    public subscript<R: RangeExpression>(range: R) -> DataFrame.Slice where R.Bound == Int {
        self[range.relative(to: 0..<shape.rows)]
    }

    /// Returns the rows for which a closure returns true.
    public func filter(_ isIncluded: (DataFrame.Row) throws -> Bool) rethrows -> DataFrame.Slice {
        DataFrame.Slice(
            base: base, places: try rows.filter(isIncluded).map(\.index), names: columns.map(\.name))
    }

    /// Returns the rows whose element in a column satisfies a closure.
    public func filter<T>(
        on columnName: String, _ type: T.Type, _ isIncluded: (T?) throws -> Bool
    ) rethrows -> DataFrame.Slice {
        let column = base[columnName, type]
        return DataFrame.Slice(
            base: base, places: try rows.places.filter { try isIncluded(column[$0]) }, names: columns.map(\.name))
    }

    /// Returns the rows whose element in a column satisfies a closure.
    public func filter<T>(on columnID: ColumnID<T>, _ isIncluded: (T?) throws -> Bool) rethrows -> DataFrame.Slice {
        try filter(on: columnID.name, T.self, isIncluded)
    }

    /// Returns the first rows, at most `maxLength` of them.
    public func prefix(_ maxLength: Int) -> DataFrame.Slice { self[0..<min(maxLength, shape.rows)] }

    /// Returns the last rows, at most `maxLength` of them.
    public func suffix(_ maxLength: Int) -> DataFrame.Slice { self[max(shape.rows - maxLength, 0)..<shape.rows] }

    /// Returns the indices of the rows, sorted by a closure; rows that compare as equal keep their order.
    func sortedPlaces(_ comesFirst: (Int, Int) -> Bool) -> [Int] {
        rows.places.enumerated().sorted { a, b in
            if comesFirst(a.element, b.element) { return true }
            if comesFirst(b.element, a.element) { return false }
            return a.offset < b.offset
        }.map(\.element)
    }

    /// Returns the rows, sorted by a column with comparable elements; missing elements come last.
    public func sorted<T: Comparable>(on columnName: String, _ type: T.Type, order: Order = .ascending) -> DataFrame {
        let column = base[columnName, type]
        let places = sortedPlaces { a, b in
            switch (column[a], column[b]) {
            case (let first?, let second?): order == .ascending ? first < second : second < first
            case (_?, nil): true
            default: false
            }
        }
        return DataFrame(DataFrame.Slice(base: base, places: places, names: columns.map(\.name)))
    }

    /// Returns the rows, sorted by a column with comparable elements; missing elements come last.
    public func sorted<T: Comparable>(on columnID: ColumnID<T>, order: Order = .ascending) -> DataFrame {
        sorted(on: columnID.name, T.self, order: order)
    }
}

/// The direction of sorting.
public enum Order: Hashable, Sendable {
    /// The smallest first.
    case ascending
    /// The largest first.
    case descending
}
