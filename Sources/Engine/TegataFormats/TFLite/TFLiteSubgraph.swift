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
