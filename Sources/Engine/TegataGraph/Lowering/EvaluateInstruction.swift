import TegataKernelABI

/// Runs the naive evaluation of one node.
package struct EvaluateInstruction: Sendable {
    package var bound: BoundOperator
    package var inputs: [Int?]
    package var outputs: [Int]
}
