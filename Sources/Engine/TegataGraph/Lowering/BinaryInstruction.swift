import TegataKernelABI

/// An elementwise operation on two float32 operands that are broadcast to the output's extents by strides of 0.
package struct BinaryInstruction: Sendable {
    package var operation: BinaryOperation
    package var a: Int
    package var b: Int
    package var output: Int
    /// The output's extents; neighbouring axes are merged where both operands allow it, at least one axis is left.
    package var extents: [Int]
    package var aStrides: [Int]
    package var bStrides: [Int]
    package var activation: LoweredActivation

    package init(
        operation: BinaryOperation, a: Int, b: Int, output: Int, extents: [Int], aStrides: [Int], bStrides: [Int],
        activation: LoweredActivation = .none
    ) {
        self.operation = operation
        self.a = a
        self.b = b
        self.output = output
        self.extents = extents
        self.aStrides = aStrides
        self.bStrides = bStrides
        self.activation = activation
    }
}
