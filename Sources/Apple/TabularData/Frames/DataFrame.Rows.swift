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
            set {
                for name in names { base[name][places[position]] = newValue[name] }
            }
        }
    }
}
