import TegataBuffers

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
