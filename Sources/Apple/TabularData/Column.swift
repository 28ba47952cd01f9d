// Both forms of `transform` are TabularData's; the closure's parameter type selects one of them.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

@_exported import Foundation

/// A column of a table whose element type is known at compile time.
public protocol ColumnProtocol<Element>: BidirectionalCollection {
    /// The name of the column.
    var name: String { get set }
}

/// A column whose elements may be missing.
public protocol OptionalColumnProtocol<WrappedElement>: ColumnProtocol where Element == WrappedElement? {
    /// The type of elements that are not missing.
    associatedtype WrappedElement
}

/// A column of a table: a name, and elements of one type that may be missing.
public struct Column<WrappedElement>: OptionalColumnProtocol, RandomAccessCollection, MutableCollection {
    /// An element; nil if it is missing.
    public typealias Element = WrappedElement?
    /// An index of an element, starting at 0.
    public typealias Index = Int

    /// The name of the column.
    public var name: String
    var contents: [WrappedElement?]

    /// Creates an empty column with room for `capacity` elements.
    public init(name: String, capacity: Int) {
        self.name = name
        contents = []
        contents.reserveCapacity(capacity)
    }

    /// Creates an empty column with room for `capacity` elements.
    public init(_ id: ColumnID<WrappedElement>, capacity: Int) {
        self.init(name: id.name, capacity: capacity)
    }

    /// Creates a column from elements that may be missing.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement? {
        self.name = name
        self.contents = Array(contents)
    }

    /// Creates a column from elements.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement {
        self.name = name
        self.contents = contents.map { $0 }
    }

    /// Creates a column from elements that may be missing.
    public init<S: Sequence>(_ id: ColumnID<WrappedElement>, contents: S) where S.Element == WrappedElement? {
        self.init(name: id.name, contents: contents)
    }

    /// Creates a column from elements.
    public init<S: Sequence>(_ id: ColumnID<WrappedElement>, contents: S) where S.Element == WrappedElement {
        self.init(name: id.name, contents: contents)
    }

    /// Creates a column from a slice of another.
    public init(_ slice: DiscontiguousColumnSlice<WrappedElement>) {
        self.init(name: slice.name, contents: Array(slice))
    }

    // MARK: Elements

    /// The number of elements, including missing ones.
    public var count: Int { contents.count }
    /// The number of missing elements.
    public var missingCount: Int { contents.count { $0 == nil } }
    /// The type of elements that are not missing.
    public var wrappedElementType: Any.Type { WrappedElement.self }
    /// The index of the first element.
    public var startIndex: Int { 0 }
    /// The index after the last element.
    public var endIndex: Int { contents.count }

    /// The element at an index, which must exist.
    public subscript(position: Int) -> WrappedElement? {
        get { contents[position] }
        set { contents[position] = newValue }
    }

    /// The elements whose entries in `mask` are true.
    public subscript<C: Collection>(mask: C) -> DiscontiguousColumnSlice<WrappedElement> where C.Element == Bool {
        DiscontiguousColumnSlice(base: self, places: zip(indices, mask).filter(\.1).map(\.0))
    }

    /// Whether the element at an index is missing.
    public func isNil(at index: Int) -> Bool { contents[index] == nil }

    // MARK: Changes

    /// Adds an element that may be missing.
    public mutating func append(_ element: WrappedElement?) {
        contents.append(element)
    }

    /// Adds an element.
    public mutating func append(_ element: WrappedElement) {
        contents.append(element)
    }

    /// Adds elements that may be missing.
    public mutating func append<S: Sequence>(contentsOf sequence: S) where S.Element == WrappedElement? {
        contents.append(contentsOf: sequence)
    }

    /// Adds elements.
    public mutating func append<S: Sequence>(contentsOf sequence: S) where S.Element == WrappedElement {
        for element in sequence { contents.append(element) }
    }

    /// Removes the element at an index.
    public mutating func remove(at index: Int) {
        contents.remove(at: index)
    }

    /// Replaces every element with the result of a closure.
    public mutating func transform(_ transform: (WrappedElement?) throws -> WrappedElement?) rethrows {
        contents = try contents.map(transform)
    }

    /// Replaces every element that is not missing with the result of a closure.
    public mutating func transform(_ transform: (WrappedElement) throws -> WrappedElement) rethrows {
        contents = try contents.map { try $0.map(transform) }
    }

    // MARK: Other columns

    /// Returns a column of a closure's results for the elements.
    public func map<T>(_ transform: (WrappedElement?) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try contents.map(transform))
    }

    /// Returns a column of a closure's results for the elements that are not missing.
    public func mapNonNil<T>(_ transform: (WrappedElement) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try contents.map { try $0.flatMap(transform) })
    }

    /// Returns the elements for which a closure returns true.
    public func filter(
        _ isIncluded: (WrappedElement?) throws -> Bool
    ) rethrows -> DiscontiguousColumnSlice<WrappedElement> {
        DiscontiguousColumnSlice(base: self, places: try indices.filter { try isIncluded(contents[$0]) })
    }

    /// Returns the same column without the type of its elements.
    public func eraseToAnyColumn() -> AnyColumn { AnyColumn(self) }
}

extension Column where WrappedElement: Hashable {
    /// Returns the first of each group of equal elements.
    public func distinct() -> DiscontiguousColumnSlice<WrappedElement> {
        var known: Set<WrappedElement?> = []
        return DiscontiguousColumnSlice(base: self, places: indices.filter { known.insert(contents[$0]).inserted })
    }
}

extension Column: Equatable where WrappedElement: Equatable {}
extension Column: Hashable where WrappedElement: Hashable {}
extension Column: Sendable where WrappedElement: Sendable {}

extension Column: CustomStringConvertible {
    /// The name and the elements, as a table.
    public var description: String { DataFrame(columns: [eraseToAnyColumn()]).description }
}

/// Some elements of a column.
public struct DiscontiguousColumnSlice<WrappedElement>: OptionalColumnProtocol, RandomAccessCollection {
    /// An element; nil if it is missing.
    public typealias Element = WrappedElement?
    /// An index of an element, starting at 0.
    public typealias Index = Int

    /// The column that contains the elements.
    public private(set) var base: Column<WrappedElement>
    let places: [Int]

    init(base: Column<WrappedElement>, places: [Int]) {
        self.base = base
        self.places = places
    }

    /// Creates a slice of a whole column.
    public init(_ column: Column<WrappedElement>) {
        self.init(base: column, places: Array(column.indices))
    }

    /// The name of the column.
    public var name: String {
        get { base.name }
        set { base.name = newValue }
    }

    /// The type of elements that are not missing.
    public var wrappedElementType: Any.Type { WrappedElement.self }
    /// The number of missing elements.
    public var missingCount: Int { places.count { base.isNil(at: $0) } }
    /// The index of the first element.
    public var startIndex: Int { 0 }
    /// The index after the last element.
    public var endIndex: Int { places.count }

    /// The element at an index, which must exist.
    public subscript(position: Int) -> WrappedElement? { base[places[position]] }

    /// Returns the same elements without their type.
    public func eraseToAnyColumn() -> AnyColumnSlice { AnyColumnSlice(base: AnyColumn(base), places: places) }
}

extension DiscontiguousColumnSlice: Equatable where WrappedElement: Equatable {
    /// Whether the names and elements are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.elementsEqual(second)
    }
}

extension DiscontiguousColumnSlice: Hashable where WrappedElement: Hashable {
    /// Hashes the name and the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        for element in self { hasher.combine(element) }
    }
}

extension DiscontiguousColumnSlice: Sendable where WrappedElement: Sendable {}

/// The name of a column together with the type of its elements.
public struct ColumnID<T>: Sendable, CustomStringConvertible {
    /// The name of the column.
    public var name: String

    /// Creates an identifier from a name and an element type.
    public init(_ name: String, _ type: T.Type) {
        self.name = name
    }

    /// Name and type.
    public var description: String { "\(name): \(T.self)" }
}
