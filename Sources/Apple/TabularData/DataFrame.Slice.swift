extension DataFrame {
    /// Some rows of a table.
    @dynamicMemberLookup
    public struct Slice: DataFrameProtocol {
        /// The type of the columns.
        public typealias ColumnType = AnyColumnSlice

        /// The table that contains the rows.
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

        /// The columns, with only these rows.
        public var columns: [AnyColumnSlice] { names.map { self[$0] } }
        /// The numbers of rows and columns.
        public var shape: (rows: Int, columns: Int) { (places.count, names.count) }

        /// The column with the given name, which must exist.
        public subscript(columnName: String) -> AnyColumnSlice {
            precondition(names.contains(columnName), "there is no column \(columnName)")
            return AnyColumnSlice(base: base[columnName], places: places)
        }

        /// The column with the given name, which must exist.
        public subscript(dynamicMember columnName: String) -> AnyColumnSlice { self[columnName] }

        /// The column with the given name, which must have the given type.
        public subscript<T>(columnName: String, type: T.Type) -> DiscontiguousColumnSlice<T> {
            self[columnName].assumingType(type)
        }

        /// The column with the given name and type.
        public subscript<T>(columnID: ColumnID<T>) -> DiscontiguousColumnSlice<T> { self[columnID.name, T.self] }

        /// The column at an index, which must have the given type.
        public subscript<T>(column index: Int, type: T.Type) -> DiscontiguousColumnSlice<T> {
            self[names[index], type]
        }

        /// Returns the same rows, with only some of the columns.
        public func selecting<S: Sequence>(columnNames: S) -> Slice where S.Element == String {
            let chosen = Array(columnNames)
            var known: Set<String> = []
            for name in chosen {
                _ = self[name]
                precondition(known.insert(name).inserted, "a column \(name) already exists")
            }
            return Slice(base: base, places: places, names: chosen)
        }

        /// Returns the same rows, with only some of the columns.
        public func selecting(columnNames: String...) -> Slice { selecting(columnNames: columnNames) }
    }
}

extension DataFrame.Slice: Hashable {
    /// Whether all columns are equal.
    public static func == (first: Self, second: Self) -> Bool { DataFrame(first) == DataFrame(second) }

    /// Hashes all columns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(DataFrame(self))
    }
}
