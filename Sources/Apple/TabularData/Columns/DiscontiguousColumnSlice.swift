/// A stand-in for some elements of a column.
public struct DiscontiguousColumnSlice<WrappedElement>: OptionalColumnProtocol, RandomAccessCollection {
    /// An element, or nil where it is missing.
    public typealias Element = WrappedElement?
    /// Counts elements from 0 on.
    public typealias Index = Int

    /// The column that the elements are of.
    public private(set) var base: Column<WrappedElement>
    let places: [Int]

    init(base: Column<WrappedElement>, places: [Int]) {
        self.base = base
        self.places = places
    }

    /// Makes a slice of a whole column.
    public init(_ column: Column<WrappedElement>) {
        self.init(base: column, places: Array(column.indices))
    }

    /// What the column is called.
    public var name: String {
        get { base.name }
        set { base.name = newValue }
    }

    /// What an element is that is not missing.
    public var wrappedElementType: Any.Type { WrappedElement.self }
    /// How many elements are missing.
    public var missingCount: Int { places.count { base.isNil(at: $0) } }
    /// The place of the first element.
    public var startIndex: Int { 0 }
    /// The place behind the last element.
    public var endIndex: Int { places.count }

    /// The element at a place, which must be there.
    public subscript(position: Int) -> WrappedElement? { base[places[position]] }

    /// The same elements without their type.
    public func eraseToAnyColumn() -> AnyColumnSlice { AnyColumnSlice(base: AnyColumn(base), places: places) }
}

extension DiscontiguousColumnSlice: Equatable where WrappedElement: Equatable {
    /// Whether names and elements are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.elementsEqual(second)
    }
}

extension DiscontiguousColumnSlice: Hashable where WrappedElement: Hashable {
    /// Adds name and elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        for element in self { hasher.combine(element) }
    }
}

extension DiscontiguousColumnSlice: Sendable where WrappedElement: Sendable {}
