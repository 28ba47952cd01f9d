import TegataBuffers

/// A graph of operators over tensors. All indices in it were checked.
package struct TFLiteSubgraph: Sendable {
    package let name: String
    package let tensors: [TFLiteTensor]
    /// Indices of the tensors that the caller gives.
    package let inputs: [Int]
    /// Indices of the tensors that the caller gets.
    package let outputs: [Int]
    /// The operators in the order in which they run.
    package let operators: [TFLiteOperator]
}

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

/// How integers stand for real numbers: real = scale · (integer − zero point).
package struct TFLiteQuantization: Sendable {
    package let scales: [Float]
    package let zeroPoints: [Int]
    /// Smallest and largest values seen, for information.
    package let minimums: [Float]
    package let maximums: [Float]
    /// The dimension that `scales` run over where there is more than one.
    package let dimension: Int
    /// 0 where scales and zero points say all; otherwise the schema's number of another scheme.
    package let detailsType: UInt8
}

/// One operation of a subgraph. All tensor indices were checked.
package struct TFLiteOperator: Sendable {
    package let code: TFLiteOperatorCode
    /// Indices of the subgraph's tensors; nil where an optional input is left out.
    package let inputs: [Int?]
    package let outputs: [Int]
    /// Scratch tensors that some quantised operations name.
    package let intermediates: [Int]
    /// Per input, whether it is a variable that the operation changes; mostly empty.
    package let mutatingVariableInputs: [Bool]
    /// Which options table this is, in the schema's numbering of `BuiltinOptions`; 0 is none.
    package let optionsType: UInt8
    package let options: FlatBufferTable?
    /// The same for `BuiltinOptions2`, which the StableHLO operations use.
    package let options2Type: UInt8
    package let options2: FlatBufferTable?
    package let customOptions: Bytes
}

/// Which operation, in which version: an entry of the model's list, shared by all operators of the kind.
package struct TFLiteOperatorCode: Sendable {
    package let builtin: BuiltinOperator
    /// The name of a custom operation.
    package let customName: String?
    package let version: Int

    /// The schema's name such as CONV_2D; for a custom operation its own.
    package var name: String {
        if builtin == .custom, let customName { customName } else { builtin.name }
    }
}

/// A named buffer with data about the model.
package struct TFLiteMetadataEntry: Sendable {
    package let name: String
    package let bufferIndex: Int
}

/// A named way to call a subgraph.
package struct TFLiteSignature: Sendable {
    package let key: String
    package let subgraphIndex: Int
    package let inputs: [TFLiteSignatureTensor]
    package let outputs: [TFLiteSignatureTensor]
}

/// What a signature calls a tensor.
package struct TFLiteSignatureTensor: Sendable {
    package let name: String
    package let tensorIndex: Int
}
