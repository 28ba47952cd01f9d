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
