import TegataKernelABI

/// An elementwise function of one float32 operand.
package struct UnaryInstruction: Sendable {
    package var function: UnaryFunction
    package var input: Int
    package var output: Int

    package init(function: UnaryFunction, input: Int, output: Int) {
        self.function = function
        self.input = input
        self.output = output
    }
}
