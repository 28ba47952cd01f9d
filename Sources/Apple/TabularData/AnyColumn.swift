/// A stand-in for a column of a table whose elements are of any type.
public protocol AnyColumnProtocol {
    /// What the column is called.
    var name: String { get set }
    /// How many elements it has, those that are missing included.
    var count: Int { get }
    /// What an element is that is not missing.
    var wrappedElementType: Any.Type { get }
    /// The element at a place; nil where it is missing.
    subscript(position: Int) -> Any? { get }
    /// The elements at a range of places.
    subscript(range: Range<Int>) -> AnyColumnSlice { get }
}

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

/// What an ``AnyColumn`` asks of the column behind it.
protocol ErasableColumn {
    var name: String { get set }
    var count: Int { get }
    var wrappedElementType: Any.Type { get }
    func value(at place: Int) -> Any?
    /// Whether a value may stand in the column.
    func accepts(_ value: Any?) -> Bool
    /// What is not of the column's type counts as missing.
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

/// An element as far as elements can be compared: what cannot is told apart by its text.
struct CellKey: Hashable {
    private let value: AnyHashable?

    init(_ value: Any?) {
        self.value = value.map { ($0 as? AnyHashable) ?? AnyHashable(String(reflecting: $0)) }
    }
}
