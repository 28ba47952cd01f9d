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
