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
