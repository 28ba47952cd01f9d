/// A stand-in for a column whose elements are of a type that is known when the program runs.
public struct AnyColumn: AnyColumnProtocol, RandomAccessCollection {
    /// Counts elements from 0 on.
    public typealias Index = Int
    /// An element, or nil where it is missing.
    public typealias Element = Any?

    var column: any ErasableColumn

    init(_ column: any ErasableColumn) {
        self.column = column
    }

    /// Makes a column of a part of another.
    public init(_ slice: AnyColumnSlice) {
        column = slice.base.column.selecting(slice.places)
    }

    /// What the column is called.
    public var name: String {
        get { column.name }
        set { column.name = newValue }
    }

    /// How many elements there are, those that are missing included.
    public var count: Int { column.count }
    /// How many elements are missing.
    public var missingCount: Int { indices.count { isNil(at: $0) } }
    /// What an element is that is not missing.
    public var wrappedElementType: Any.Type { column.wrappedElementType }
    /// The place of the first element.
    public var startIndex: Int { 0 }
    /// The place behind the last element.
    public var endIndex: Int { column.count }

    /// The element at a place, which must be there. What is set and has another type than the column is a programmer
    /// error.
    public subscript(position: Int) -> Any? {
        get { column.value(at: position) }
        set {
            checkType(newValue)
            column.setValue(newValue, at: position)
        }
    }

    /// The elements at a range of places.
    public subscript(range: Range<Int>) -> AnyColumnSlice { AnyColumnSlice(base: self, places: Array(range)) }

    /// The elements whose places in `mask` are true.
    public subscript<C: Collection>(mask: C) -> AnyColumnSlice where C.Element == Bool {
        AnyColumnSlice(base: self, places: zip(indices, mask).filter(\.1).map(\.0))
    }

    /// Whether the element at a place is missing.
    public func isNil(at index: Int) -> Bool { column.value(at: index) == nil }

    /// Adds an element. One of another type than the column's is a programmer error.
    public mutating func append(_ element: Any?) {
        checkType(element)
        column.appendValue(element)
    }

    /// Adds the elements of another column. Elements of another type than this one's are a programmer error.
    public mutating func append(contentsOf other: AnyColumn) {
        for element in other { append(element) }
    }

    /// Takes the element at a place out.
    public mutating func remove(at index: Int) {
        column.removeValue(at: index)
    }

    /// The same column with the type of its elements, which must be `type`.
    public func assumingType<T>(_ type: T.Type) -> Column<T> {
        guard let typed = column as? Column<T> else {
            preconditionFailure("the column \(name) has elements of type \(wrappedElementType), not \(type)")
        }
        return typed
    }

    /// The first of every group of equal elements.
    public func distinct() -> AnyColumnSlice {
        var known: Set<CellKey> = []
        return AnyColumnSlice(base: self, places: indices.filter { known.insert(CellKey(self[$0])).inserted })
    }

    func checkType(_ value: Any?) {
        precondition(
            column.accepts(value),
            "the column \(name) has elements of type \(wrappedElementType), which this is none of: \(value ?? "nil")")
    }
}

extension AnyColumn: Hashable {
    /// Whether names, types and elements are equal.
    public static func == (first: AnyColumn, second: AnyColumn) -> Bool {
        first.name == second.name && first.count == second.count
            && first.wrappedElementType == second.wrappedElementType
            && first.indices.allSatisfy { CellKey(first[$0]) == CellKey(second[$0]) }
    }

    /// Adds name and elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        for element in self { hasher.combine(CellKey(element)) }
    }
}

extension AnyColumn: CustomStringConvertible {
    /// Name and elements as a table.
    public var description: String { DataFrame(columns: [self]).description }
}
