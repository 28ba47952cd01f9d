extension DataFrame {
    /// A row of a table.
    @dynamicMemberLookup
    public struct Row: RandomAccessCollection, MutableCollection {
        /// An index of a column, starting at 0.
        public typealias Index = Int
        /// An element; nil if it is missing.
        public typealias Element = Any?

        /// The index of the row in the table.
        public let index: Int
        let names: [String]
        private let table: DataFrame
        /// Elements that were set, stored separately so that setting one does not copy a column.
        private var changes: [String: Any?] = [:]

        init(base: DataFrame, index: Int, names: [String]) {
            table = base
            self.index = index
            self.names = names
        }

        /// The table that contains the row, including elements that were set.
        public var base: DataFrame {
            var base = table
            for (name, element) in changes { base[name][index] = element }
            return base
        }

        /// The index of the first column.
        public var startIndex: Int { 0 }
        /// The index after the last column.
        public var endIndex: Int { names.count }

        /// The element in the column at an index.
        public subscript(position: Int) -> Any? {
            get { self[names[position]] }
            set { self[names[position]] = newValue }
        }

        /// The element of the column with the given name, which must exist.
        public subscript(columnName: String) -> Any? {
            get {
                if let change = changes[columnName] { return change }
                return table[columnName][index]
            }
            set {
                table[columnName].checkType(newValue)
                changes.updateValue(newValue, forKey: columnName)
            }
        }

        /// The element of the column with the given name, which must exist.
        public subscript(dynamicMember columnName: String) -> Any? {
            get { self[columnName] }
            set { self[columnName] = newValue }
        }

        /// The element of the column with the given name, which must have the given type.
        public subscript<T>(columnName: String, type: T.Type) -> T? {
            get {
                let column = table[columnName, type]
                if let change = changes[columnName] { return change as? T }
                return column[index]
            }
            set { self[columnName] = newValue }
        }

        /// The element in the column at an index, which must have the given type.
        public subscript<T>(position: Int, type: T.Type) -> T? {
            get { self[names[position], type] }
            set { self[names[position], type] = newValue }
        }

        /// The element of the column with the given identifier.
        public subscript<T>(id: ColumnID<T>) -> T? {
            get { self[id.name, T.self] }
            set { self[id.name, T.self] = newValue }
        }
    }
}

extension DataFrame.Row: Hashable {
    /// Whether the names and elements are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.names == second.names && zip(first, second).allSatisfy { CellKey($0) == CellKey($1) }
    }

    /// Hashes the names and the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
        for element in self { hasher.combine(CellKey(element)) }
    }
}

extension DataFrame.Row: CustomStringConvertible {
    /// The row as a table with one row.
    public var description: String {
        DataFrame(DataFrame.Slice(base: base, places: [index], names: names)).description
    }
}

extension DataFrame {
    /// The rows of a table or of a slice.
    public struct Rows: RandomAccessCollection, MutableCollection {
        /// An index of a row, starting at 0.
        public typealias Index = Int
        /// A row.
        public typealias Element = Row

        /// The table that contains the rows.
        public private(set) var base: DataFrame
        let places: Places
        let names: [String]

        /// The rows of the table that are included.
        enum Places: RandomAccessCollection {
            /// All rows, given their number.
            case all(Int)
            case some([Int])

            var startIndex: Int { 0 }
            var endIndex: Int {
                switch self {
                case .all(let count): count
                case .some(let places): places.count
                }
            }

            subscript(position: Int) -> Int {
                switch self {
                case .all(let count):
                    precondition(0..<count ~= position, "there is no row \(position) among \(count)")
                    return position
                case .some(let places): return places[position]
                }
            }
        }

        init(base: DataFrame, places: Places, names: [String]) {
            self.base = base
            self.places = places
            self.names = names
        }

        /// The index of the first row.
        public var startIndex: Int { 0 }
        /// The index after the last row.
        public var endIndex: Int { places.count }

        /// The row at an index, which must exist.
        public subscript(position: Int) -> Row {
            get { Row(base: base, index: places[position], names: names) }
            set { put(names.map { newValue[$0] }, at: position) }
            _modify {
                var row = self[position]
                defer {
                    let values = names.map { row[$0] }
                    // Release the columns, so that setting an element does not copy one.
                    row = Row(base: DataFrame(), index: 0, names: [])
                    put(values, at: position)
                }
                yield &row
            }
        }

        private mutating func put(_ values: [Any?], at position: Int) {
            for (name, value) in zip(names, values) { base[name][places[position]] = value }
        }
    }
}
