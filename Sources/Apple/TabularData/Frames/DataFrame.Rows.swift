extension DataFrame {
    /// A stand-in for the rows of a table or of a part of it.
    public struct Rows: RandomAccessCollection, MutableCollection {
        /// Counts rows from 0 on.
        public typealias Index = Int
        /// A row.
        public typealias Element = Row

        /// The table that the rows are of.
        public private(set) var base: DataFrame
        let places: Places
        let names: [String]

        /// Which rows of the table they are.
        enum Places: RandomAccessCollection {
            /// All, so many.
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

        /// The place of the first row.
        public var startIndex: Int { 0 }
        /// The place behind the last row.
        public var endIndex: Int { places.count }

        /// The row at a place, which must be there.
        public subscript(position: Int) -> Row {
            get { Row(base: base, index: places[position], names: names) }
            set { put(names.map { newValue[$0] }, at: position) }
            _modify {
                var row = self[position]
                defer {
                    let values = names.map { row[$0] }
                    // Lets go of the columns, so that none is copied for an element that is set.
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
