import TegataKernelABI

/// Reduces `[outer][reduced][inner]` to `[outer][inner]`.
package struct ReduceInstruction: Sendable {
    package var reduction: Reduction
    package var input: Int
    package var output: Int
    package var outer: Int
    package var reduced: Int
    package var inner: Int

    package init(reduction: Reduction, input: Int, output: Int, outer: Int, reduced: Int, inner: Int) {
        self.reduction = reduction
        self.input = input
        self.output = output
        self.outer = outer
        self.reduced = reduced
        self.inner = inner
    }
}
