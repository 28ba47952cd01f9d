import TegataBuffers

/// A graph of operators on tensors. All its indices have been checked.
package struct TFLiteSubgraph: Sendable {
    package let name: String
    package let tensors: [TFLiteTensor]
    /// Indices of the tensors that the caller provides.
    package let inputs: [Int]
    /// Indices of the tensors that are returned to the caller.
    package let outputs: [Int]
    /// The operators in the order in which they run.
    package let operators: [TFLiteOperator]
}

/// A value of a subgraph: a constant if its buffer has data, otherwise an input or a computed value.
package struct TFLiteTensor: Sendable {
    package let name: String
    /// The dimensions, none of which is negative. The size in bytes fits into an Int.
    package let shape: [Int]
    /// The shape, with −1 for dimensions that may vary; nil if the tensor has no shape signature.
    package let shapeSignature: [Int]?
    package let type: TFLiteType
    /// The index in the model's `buffers`. A constant's buffer has exactly as many bytes as its shape and type need.
    package let bufferIndex: Int
    package let quantization: TFLiteQuantization?
    package let isVariable: Bool
    /// Whether the data has a sparse encoding, which must be expanded before use.
    package let isSparse: Bool
    /// Whether an empty shape means a scalar rather than an unknown shape.
    package let hasRank: Bool
    /// Whether the tensor describes the content of a variant.
    package let hasVariantTypes: Bool
}

/// The mapping of integers to real numbers: real = scale · (integer − zero point).
package struct TFLiteQuantization: Sendable {
    package let scales: [Float]
    package let zeroPoints: [Int]
    /// The smallest and largest values seen, for information only.
    package let minimums: [Float]
    package let maximums: [Float]
    /// The dimension to which `scales` apply if there is more than one.
    package let dimension: Int
    /// 0 for a mapping that uses only scales and zero points; otherwise, the schema's number for another scheme.
    package let detailsType: UInt8
}

/// An operation in a subgraph. All tensor indices have been checked.
package struct TFLiteOperator: Sendable {
    package let code: TFLiteOperatorCode
    /// Indices of the subgraph's tensors; nil for an optional input that is absent.
    package let inputs: [Int?]
    package let outputs: [Int]
    /// Scratch tensors, which some quantised operations list.
    package let intermediates: [Int]
    /// Whether each input is a variable that the operation modifies; mostly empty.
    package let mutatingVariableInputs: [Bool]
    /// The type of the options table, in the schema's numbering of `BuiltinOptions`; 0 is none.
    package let optionsType: UInt8
    package let options: FlatBufferTable?
    /// The type of the table in `BuiltinOptions2`, which StableHLO operations use.
    package let options2Type: UInt8
    package let options2: FlatBufferTable?
    package let customOptions: Bytes
}

/// An operation and its version: an entry in the model's list, shared by all operators of that kind.
package struct TFLiteOperatorCode: Sendable {
    package let builtin: BuiltinOperator
    /// The name of a custom operation.
    package let customName: String?
    package let version: Int

    /// The schema's name, such as CONV_2D, or a custom operation's name.
    package var name: String {
        if builtin == .custom, let customName { customName } else { builtin.name }
    }
}

/// A named buffer with data about the model.
package struct TFLiteMetadataEntry: Sendable {
    package let name: String
    package let bufferIndex: Int
}

/// A named entry point of a subgraph.
package struct TFLiteSignature: Sendable {
    package let key: String
    package let subgraphIndex: Int
    package let inputs: [TFLiteSignatureTensor]
    package let outputs: [TFLiteSignatureTensor]
}

/// A signature's name for a tensor.
package struct TFLiteSignatureTensor: Sendable {
    package let name: String
    package let tensorIndex: Int
}
