/// A stand-in for some elements of a column whose type is known when the program runs.
public struct AnyColumnSlice: AnyColumnProtocol, RandomAccessCollection {
    /// Counts elements from 0 on.
    public typealias Index = Int
    /// An element, or nil where it is missing.
    public typealias Element = Any?

    /// The column that the elements are of.
    public private(set) var base: AnyColumn
    let places: [Int]

    init(base: AnyColumn, places: [Int]) {
        self.base = base
        self.places = places
    }

    /// Makes a slice of a whole column.
    public init(_ column: AnyColumn) {
        self.init(base: column, places: Array(column.indices))
    }

    /// What the column is called.
    public var name: String {
        get { base.name }
        set { base.name = newValue }
    }

    /// How many elements there are, those that are missing included.
    public var count: Int { places.count }
    /// How many elements are missing.
    public var missingCount: Int { places.count { base.isNil(at: $0) } }
    /// What an element is that is not missing.
    public var wrappedElementType: Any.Type { base.wrappedElementType }
    /// The place of the first element.
    public var startIndex: Int { 0 }
    /// The place behind the last element.
    public var endIndex: Int { places.count }

    /// The element at a place, which must be there.
    public subscript(position: Int) -> Any? { base[places[position]] }

    /// The elements at a range of places.
    public subscript(range: Range<Int>) -> AnyColumnSlice { AnyColumnSlice(base: base, places: Array(places[range])) }

    /// Whether the element at a place is missing.
    public func isNil(at index: Int) -> Bool { base.isNil(at: places[index]) }

    /// The same elements with their type, which must be `type`.
    public func assumingType<T>(_ type: T.Type) -> DiscontiguousColumnSlice<T> {
        DiscontiguousColumnSlice(base: base.assumingType(type), places: places)
    }

    /// The first of every group of equal elements.
    public func distinct() -> AnyColumnSlice {
        var known: Set<CellKey> = []
        return AnyColumnSlice(base: base, places: places.filter { known.insert(CellKey(base[$0])).inserted })
    }
}

extension AnyColumnSlice: Hashable {
    /// Whether names, types and elements are equal.
    public static func == (first: AnyColumnSlice, second: AnyColumnSlice) -> Bool {
        AnyColumn(first) == AnyColumn(second)
    }

    /// Adds name and elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyColumn(self))
    }
}
