extension DataFrame {
    /// A stand-in for some rows of a table.
    @dynamicMemberLookup
    public struct Slice: DataFrameProtocol {
        /// What a column is.
        public typealias ColumnType = AnyColumnSlice

        /// The table that the rows are of.
        public private(set) var base: DataFrame
        let places: [Int]
        let names: [String]

        init(base: DataFrame, places: [Int], names: [String]) {
            self.base = base
            self.places = places
            self.names = names
        }

        /// The rows.
        public var rows: Rows {
            get { Rows(base: base, places: .some(places), names: names) }
            set { base = newValue.base }
            _modify {
                var rows = rows
                base = DataFrame()
                defer { base = rows.base }
                yield &rows
            }
        }

        /// The columns, with these rows alone.
        public var columns: [AnyColumnSlice] { names.map { self[$0] } }
        /// How many rows and columns there are.
        public var shape: (rows: Int, columns: Int) { (places.count, names.count) }

        /// The column of a name, which must be there.
        public subscript(columnName: String) -> AnyColumnSlice {
            precondition(names.contains(columnName), "there is no column \(columnName)")
            return AnyColumnSlice(base: base[columnName], places: places)
        }

        /// The column of a name, which must be there.
        public subscript(dynamicMember columnName: String) -> AnyColumnSlice { self[columnName] }

        /// The column of a name, which must be of a type.
        public subscript<T>(columnName: String, type: T.Type) -> DiscontiguousColumnSlice<T> {
            self[columnName].assumingType(type)
        }

        /// The column of a name and type.
        public subscript<T>(columnID: ColumnID<T>) -> DiscontiguousColumnSlice<T> { self[columnID.name, T.self] }

        /// The column at a place, which must be of a type.
        public subscript<T>(column index: Int, type: T.Type) -> DiscontiguousColumnSlice<T> {
            self[names[index], type]
        }

        /// The same rows of some of the columns.
        public func selecting<S: Sequence>(columnNames: S) -> Slice where S.Element == String {
            let chosen = Array(columnNames)
            var known: Set<String> = []
            for name in chosen {
                _ = self[name]
                precondition(known.insert(name).inserted, "there is a column \(name) already")
            }
            return Slice(base: base, places: places, names: chosen)
        }

        /// The same rows of some of the columns.
        public func selecting(columnNames: String...) -> Slice { selecting(columnNames: columnNames) }
    }
}

extension DataFrame.Slice: Hashable {
    /// Whether all columns are equal.
    public static func == (first: Self, second: Self) -> Bool { DataFrame(first) == DataFrame(second) }

    /// Adds all columns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DataFrame(self))
    }
}
