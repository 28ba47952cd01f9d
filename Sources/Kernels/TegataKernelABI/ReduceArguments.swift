/// Reduces `input[o][r][i]` over r to `output[o][i]`, all contiguous.
package struct ReduceArguments {
    package var input: UnsafeRawPointer
    package var output: UnsafeMutableRawPointer
    package var outer: Int
    package var reduced: Int
    package var inner: Int
    package var reduction: Reduction

    package init(
        input: UnsafeRawPointer, output: UnsafeMutableRawPointer, outer: Int, reduced: Int, inner: Int,
        reduction: Reduction
    ) {
        self.input = input
        self.output = output
        self.outer = outer
        self.reduced = reduced
        self.inner = inner
        self.reduction = reduction
    }
}
