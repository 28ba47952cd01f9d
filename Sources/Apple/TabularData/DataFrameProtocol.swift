/// A stand-in for what tables and parts of tables share.
public protocol DataFrameProtocol {
    /// What a column is.
    associatedtype ColumnType: AnyColumnProtocol
    /// The table itself, or the one that this is a part of.
    var base: DataFrame { get }
    /// The rows.
    var rows: DataFrame.Rows { get set }
    /// The columns.
    var columns: [ColumnType] { get }
    /// How many rows and columns there are.
    var shape: (rows: Int, columns: Int) { get }
    /// The column of a name, which must be there.
    subscript(columnName: String) -> ColumnType { get }
}

extension DataFrameProtocol {
    /// Whether there is no row or no column.
    public var isEmpty: Bool { shape.rows == 0 || shape.columns == 0 }

    /// The rows at a range of places.
    public subscript(range: Range<Int>) -> DataFrame.Slice {
        DataFrame.Slice(base: base, places: Array(rows.places[range]), names: columns.map(\.name))
    }

    /// The rows at a range of places.
    public subscript<R: RangeExpression>(range: R) -> DataFrame.Slice where R.Bound == Int {
        self[range.relative(to: 0..<shape.rows)]
    }

    /// The rows that a closure lets through.
    public func filter(_ isIncluded: (DataFrame.Row) throws -> Bool) rethrows -> DataFrame.Slice {
        DataFrame.Slice(
            base: base, places: try rows.filter(isIncluded).map(\.index), names: columns.map(\.name))
    }

    /// The rows whose element of a column a closure lets through.
    public func filter<T>(
        on columnName: String, _ type: T.Type, _ isIncluded: (T?) throws -> Bool
    ) rethrows -> DataFrame.Slice {
        let column = base[columnName, type]
        return DataFrame.Slice(
            base: base, places: try rows.places.filter { try isIncluded(column[$0]) }, names: columns.map(\.name))
    }

    /// The rows whose element of a column a closure lets through.
    public func filter<T>(on columnID: ColumnID<T>, _ isIncluded: (T?) throws -> Bool) rethrows -> DataFrame.Slice {
        try filter(on: columnID.name, T.self, isIncluded)
    }

    /// The first rows, at most so many.
    public func prefix(_ maxLength: Int) -> DataFrame.Slice { self[0..<min(maxLength, shape.rows)] }

    /// The last rows, at most so many.
    public func suffix(_ maxLength: Int) -> DataFrame.Slice { self[max(shape.rows - maxLength, 0)..<shape.rows] }

    /// The rows in the order that a closure gives the elements of a column; rows with equal ones keep theirs.
    func sortedPlaces(_ comesFirst: (Int, Int) -> Bool) -> [Int] {
        rows.places.enumerated().sorted { a, b in
            if comesFirst(a.element, b.element) { return true }
            if comesFirst(b.element, a.element) { return false }
            return a.offset < b.offset
        }.map(\.element)
    }

    /// The rows ordered by a column whose elements can be compared; missing ones come last.
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

    /// The rows ordered by a column whose elements can be compared; missing ones come last.
    public func sorted<T: Comparable>(on columnID: ColumnID<T>, order: Order = .ascending) -> DataFrame {
        sorted(on: columnID.name, T.self, order: order)
    }
}

/// A stand-in for the direction in which rows are ordered.
public enum Order: Hashable, Sendable {
    /// The smallest first.
    case ascending
    /// The largest first.
    case descending
}
