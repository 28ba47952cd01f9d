/// A value of a subgraph: constant where its buffer has data, otherwise computed or given.
package struct TFLiteTensor: Sendable {
    package let name: String
    /// No dimension is negative, and the size in bytes fits into an Int.
    package let shape: [Int]
    /// The shape with −1 for dimensions that may vary, where the model says so.
    package let shapeSignature: [Int]?
    package let type: TFLiteType
    /// The index in the model's `buffers`. A constant's buffer has exactly the bytes that shape and type ask for.
    package let bufferIndex: Int
    package let quantization: TFLiteQuantization?
    package let isVariable: Bool
    /// Whether the data is in a sparse encoding, which has to be expanded before use.
    package let isSparse: Bool
    /// Whether an empty shape means a scalar rather than an unknown shape.
    package let hasRank: Bool
    /// Whether the tensor describes what a variant holds.
    package let hasVariantTypes: Bool
}
