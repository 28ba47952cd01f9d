/// A column of a table whose elements may have any type.
public protocol AnyColumnProtocol {
    /// The name of the column.
    var name: String { get set }
    /// The number of elements, including missing ones.
    var count: Int { get }
    /// The type of elements that are not missing.
    var wrappedElementType: Any.Type { get }
    /// The element at an index; nil if it is missing.
    subscript(position: Int) -> Any? { get }
    /// The elements in a range of indices.
    subscript(range: Range<Int>) -> AnyColumnSlice { get }
}

/// A column whose element type is known only at run time.
public struct AnyColumn: AnyColumnProtocol, RandomAccessCollection {
    /// An index of an element, starting at 0.
    public typealias Index = Int
    /// An element; nil if it is missing.
    public typealias Element = Any?

    var column: any ErasableColumn

    init(_ column: any ErasableColumn) {
        self.column = column
    }

    /// Creates a column from a slice of another.
    public init(_ slice: AnyColumnSlice) {
        column = slice.base.column.selecting(slice.places)
    }

    /// The name of the column.
    public var name: String {
        get { column.name }
        set { column.name = newValue }
    }

    /// The number of elements, including missing ones.
    public var count: Int { column.count }
    /// The number of missing elements.
    public var missingCount: Int { indices.count { isNil(at: $0) } }
    /// The type of elements that are not missing.
    public var wrappedElementType: Any.Type { column.wrappedElementType }
    /// The index of the first element.
    public var startIndex: Int { 0 }
    /// The index after the last element.
    public var endIndex: Int { column.count }

    /// The element at an index, which must exist. Setting an element of a type other than the column's is a programmer
    /// error.
    public subscript(position: Int) -> Any? {
        get { column.value(at: position) }
        set {
            checkType(newValue)
            column.setValue(newValue, at: position)
        }
    }

    /// The elements in a range of indices.
    public subscript(range: Range<Int>) -> AnyColumnSlice { AnyColumnSlice(base: self, places: Array(range)) }

    /// The elements whose entries in `mask` are true.
    public subscript<C: Collection>(mask: C) -> AnyColumnSlice where C.Element == Bool {
        AnyColumnSlice(base: self, places: zip(indices, mask).filter(\.1).map(\.0))
    }

    /// Whether the element at an index is missing.
    public func isNil(at index: Int) -> Bool { column.value(at: index) == nil }

    /// Adds an element. An element of a type other than the column's is a programmer error.
    public mutating func append(_ element: Any?) {
        checkType(element)
        column.appendValue(element)
    }

    /// Adds the elements of another column. Elements of a type other than this column's are a programmer error.
    public mutating func append(contentsOf other: AnyColumn) {
        for element in other { append(element) }
    }

    /// Removes the element at an index.
    public mutating func remove(at index: Int) {
        column.removeValue(at: index)
    }

    /// Returns the same column with the type of its elements, which must be `type`.
    public func assumingType<T>(_ type: T.Type) -> Column<T> {
        guard let typed = column as? Column<T> else {
            preconditionFailure("the column \(name) has elements of type \(wrappedElementType), not \(type)")
        }
        return typed
    }

    /// Returns the first of each group of equal elements.
    public func distinct() -> AnyColumnSlice {
        var known: Set<CellKey> = []
        return AnyColumnSlice(base: self, places: indices.filter { known.insert(CellKey(self[$0])).inserted })
    }

    func checkType(_ value: Any?) {
        precondition(
            column.accepts(value),
            "the column \(name) has elements of type \(wrappedElementType); another type has \(value ?? "nil")")
    }
}

extension AnyColumn: Hashable {
    /// Whether the names, types and elements are equal.
    public static func == (first: AnyColumn, second: AnyColumn) -> Bool {
        first.name == second.name && first.count == second.count
            && first.wrappedElementType == second.wrappedElementType
            && first.indices.allSatisfy { CellKey(first[$0]) == CellKey(second[$0]) }
    }

    /// Hashes the name and the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        for element in self { hasher.combine(CellKey(element)) }
    }
}

extension AnyColumn: CustomStringConvertible {
    /// The name and the elements, as a table.
    public var description: String { DataFrame(columns: [self]).description }
}

/// Some elements of a column whose element type is known only at run time.
public struct AnyColumnSlice: AnyColumnProtocol, RandomAccessCollection {
    /// An index of an element, starting at 0.
    public typealias Index = Int
    /// An element; nil if it is missing.
    public typealias Element = Any?

    /// The column that contains the elements.
    public private(set) var base: AnyColumn
    let places: [Int]

    init(base: AnyColumn, places: [Int]) {
        self.base = base
        self.places = places
    }

    /// Creates a slice of a whole column.
    public init(_ column: AnyColumn) {
        self.init(base: column, places: Array(column.indices))
    }

    /// The name of the column.
    public var name: String {
        get { base.name }
        set { base.name = newValue }
    }

    /// The number of elements, including missing ones.
    public var count: Int { places.count }
    /// The number of missing elements.
    public var missingCount: Int { places.count { base.isNil(at: $0) } }
    /// The type of elements that are not missing.
    public var wrappedElementType: Any.Type { base.wrappedElementType }
    /// The index of the first element.
    public var startIndex: Int { 0 }
    /// The index after the last element.
    public var endIndex: Int { places.count }

    /// The element at an index, which must exist.
    public subscript(position: Int) -> Any? { base[places[position]] }

    /// The elements in a range of indices.
    public subscript(range: Range<Int>) -> AnyColumnSlice { AnyColumnSlice(base: base, places: Array(places[range])) }

    /// Whether the element at an index is missing.
    public func isNil(at index: Int) -> Bool { base.isNil(at: places[index]) }

    /// Returns the same elements with their type, which must be `type`.
    public func assumingType<T>(_ type: T.Type) -> DiscontiguousColumnSlice<T> {
        DiscontiguousColumnSlice(base: base.assumingType(type), places: places)
    }

    /// Returns the first of each group of equal elements.
    public func distinct() -> AnyColumnSlice {
        var known: Set<CellKey> = []
        return AnyColumnSlice(base: base, places: places.filter { known.insert(CellKey(base[$0])).inserted })
    }
}

extension AnyColumnSlice: Hashable {
    /// Whether the names, types and elements are equal.
    public static func == (first: AnyColumnSlice, second: AnyColumnSlice) -> Bool {
        AnyColumn(first) == AnyColumn(second)
    }

    /// Hashes the name and the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyColumn(self))
    }
}

/// The interface of an ``AnyColumn`` to the column that it wraps.
protocol ErasableColumn {
    var name: String { get set }
    var count: Int { get }
    var wrappedElementType: Any.Type { get }
    func value(at place: Int) -> Any?
    /// Whether a value may be stored in the column.
    func accepts(_ value: Any?) -> Bool
    /// Adds a value, or a missing element if the value's type is not the column's.
    mutating func appendValue(_ value: Any?)
    mutating func setValue(_ value: Any?, at place: Int)
    mutating func insertValue(_ value: Any?, at place: Int)
    mutating func removeValue(at place: Int)
    func selecting(_ places: [Int]) -> any ErasableColumn
}

extension Column: ErasableColumn {
    func value(at place: Int) -> Any? { contents[place].map { $0 as Any } }

    func accepts(_ value: Any?) -> Bool {
        guard let value else { return true }
        return value is WrappedElement
    }

    mutating func appendValue(_ value: Any?) {
        contents.append(value as? WrappedElement)
    }

    mutating func setValue(_ value: Any?, at place: Int) {
        contents[place] = value as? WrappedElement
    }

    mutating func insertValue(_ value: Any?, at place: Int) {
        contents.insert(value as? WrappedElement, at: place)
    }

    mutating func removeValue(at place: Int) {
        contents.remove(at: place)
    }

    func selecting(_ places: [Int]) -> any ErasableColumn {
        Column(name: name, contents: places.map { contents[$0] })
    }
}

/// An element as a key for comparisons. Elements that cannot be compared are distinguished by their text.
struct CellKey: Hashable {
    private let value: AnyHashable?

    init(_ value: Any?) {
        self.value = value.map { ($0 as? AnyHashable) ?? AnyHashable(String(reflecting: $0)) }
    }
}
