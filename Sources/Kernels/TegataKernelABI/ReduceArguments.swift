/// Reduces `input[o][r][i]` over r to `output[o][i]`, all contiguous.
package struct ReduceArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var outer: Int
    package var reduced: Int
    package var inner: Int
    package var reduction: Reduction

    package init(
        input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, outer: Int, reduced: Int, inner: Int,
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
