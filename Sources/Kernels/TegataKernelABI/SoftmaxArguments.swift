/// `output[i] = exp(beta * input[i] - m) / Σ exp(beta * input[j] - m)` over one row, m being the largest exponent.
package struct SoftmaxArguments {
    package var input: UnsafeRawPointer
    package var output: UnsafeMutableRawPointer
    package var count: Int
    package var beta: Float

    package init(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, beta: Float) {
        self.input = input
        self.output = output
        self.count = count
        self.beta = beta
    }
}
