import TegataKernelABI

/// Sets every element of a float32 value.
package struct FillInstruction: Sendable {
    package var output: Int
    package var value: Float

    package init(output: Int, value: Float) {
        self.output = output
        self.value = value
    }
}
