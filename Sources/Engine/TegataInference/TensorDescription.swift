/// An input or output of a network.
public struct TensorDescription: Equatable, Sendable {
    /// The name in the file.
    public let name: String
    /// Extents, outermost first.
    public let shape: [Int]
    /// Such as `float32`.
    public let elementType: String

    /// The number of elements.
    public var count: Int { shape.reduce(1, *) }
}
