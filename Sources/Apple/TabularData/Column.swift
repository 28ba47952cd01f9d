// Both forms of `transform` are the original's; a closure's parameter tells which is meant.
// swift-format-ignore-file: AmbiguousTrailingClosureOverload

@_exported import Foundation

/// A stand-in for a column of a table whose elements have a type that is known when code is compiled.
public protocol ColumnProtocol<Element>: BidirectionalCollection {
    /// What the column is called.
    var name: String { get set }
}

/// A stand-in for a column whose elements may be missing.
public protocol OptionalColumnProtocol<WrappedElement>: ColumnProtocol where Element == WrappedElement? {
    /// What an element is that is not missing.
    associatedtype WrappedElement
}

/// A stand-in for a column of a table: a name, and elements of one type that may be missing.
public struct Column<WrappedElement>: OptionalColumnProtocol, RandomAccessCollection, MutableCollection {
    /// An element, or nil where it is missing.
    public typealias Element = WrappedElement?
    /// Counts elements from 0 on.
    public typealias Index = Int

    /// What the column is called.
    public var name: String
    var contents: [WrappedElement?]

    /// Makes an empty column with room for so many elements.
    public init(name: String, capacity: Int) {
        self.name = name
        contents = []
        contents.reserveCapacity(capacity)
    }

    /// Makes an empty column with room for so many elements.
    public init(_ id: ColumnID<WrappedElement>, capacity: Int) {
        self.init(name: id.name, capacity: capacity)
    }

    /// Makes a column of elements that may be missing.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement? {
        self.name = name
        self.contents = Array(contents)
    }

    /// Makes a column of elements.
    public init<S: Sequence>(name: String, contents: S) where S.Element == WrappedElement {
        self.name = name
        self.contents = contents.map { $0 }
    }

    /// Makes a column of elements that may be missing.
    public init<S: Sequence>(_ id: ColumnID<WrappedElement>, contents: S) where S.Element == WrappedElement? {
        self.init(name: id.name, contents: contents)
    }

    /// Makes a column of elements.
    public init<S: Sequence>(_ id: ColumnID<WrappedElement>, contents: S) where S.Element == WrappedElement {
        self.init(name: id.name, contents: contents)
    }

    /// Makes a column of a part of another.
    public init(_ slice: DiscontiguousColumnSlice<WrappedElement>) {
        self.init(name: slice.name, contents: Array(slice))
    }

    // MARK: Elements

    /// How many elements there are, those that are missing included.
    public var count: Int { contents.count }
    /// How many elements are missing.
    public var missingCount: Int { contents.count { $0 == nil } }
    /// What an element is that is not missing.
    public var wrappedElementType: Any.Type { WrappedElement.self }
    /// The place of the first element.
    public var startIndex: Int { 0 }
    /// The place behind the last element.
    public var endIndex: Int { contents.count }

    /// The element at a place, which must be there.
    public subscript(position: Int) -> WrappedElement? {
        get { contents[position] }
        set { contents[position] = newValue }
    }

    /// The elements whose places in `mask` are true.
    public subscript<C: Collection>(mask: C) -> DiscontiguousColumnSlice<WrappedElement> where C.Element == Bool {
        DiscontiguousColumnSlice(base: self, places: zip(indices, mask).filter(\.1).map(\.0))
    }

    /// Whether the element at a place is missing.
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

    /// Takes the element at a place out.
    public mutating func remove(at index: Int) {
        contents.remove(at: index)
    }

    /// Replaces every element by what a closure makes of it.
    public mutating func transform(_ transform: (WrappedElement?) throws -> WrappedElement?) rethrows {
        contents = try contents.map(transform)
    }

    /// Replaces every element that is not missing by what a closure makes of it.
    public mutating func transform(_ transform: (WrappedElement) throws -> WrappedElement) rethrows {
        contents = try contents.map { try $0.map(transform) }
    }

    // MARK: Other columns

    /// A column of what a closure makes of all elements.
    public func map<T>(_ transform: (WrappedElement?) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try contents.map(transform))
    }

    /// A column of what a closure makes of the elements that are not missing.
    public func mapNonNil<T>(_ transform: (WrappedElement) throws -> T?) rethrows -> Column<T> {
        Column<T>(name: name, contents: try contents.map { try $0.flatMap(transform) })
    }

    /// The elements that a closure lets through.
    public func filter(
        _ isIncluded: (WrappedElement?) throws -> Bool
    ) rethrows -> DiscontiguousColumnSlice<WrappedElement> {
        DiscontiguousColumnSlice(base: self, places: try indices.filter { try isIncluded(contents[$0]) })
    }

    /// The same column without the type of its elements.
    public func eraseToAnyColumn() -> AnyColumn { AnyColumn(self) }
}

extension Column where WrappedElement: Hashable {
    /// The first of every group of equal elements.
    public func distinct() -> DiscontiguousColumnSlice<WrappedElement> {
        var known: Set<WrappedElement?> = []
        return DiscontiguousColumnSlice(base: self, places: indices.filter { known.insert(contents[$0]).inserted })
    }
}

extension Column: Equatable where WrappedElement: Equatable {}
extension Column: Hashable where WrappedElement: Hashable {}
extension Column: Sendable where WrappedElement: Sendable {}

extension Column: CustomStringConvertible {
    /// Name and elements as a table.
    public var description: String { DataFrame(columns: [eraseToAnyColumn()]).description }
}

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

/// A stand-in for a column's name together with what its elements are.
public struct ColumnID<T>: Sendable, CustomStringConvertible {
    /// What the column is called.
    public var name: String

    /// Names a column with elements of a type.
    public init(_ name: String, _ type: T.Type) {
        self.name = name
    }

    /// Name and type.
    public var description: String { "\(name): \(T.self)" }
}
