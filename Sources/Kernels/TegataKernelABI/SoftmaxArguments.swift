/// `output[i] = exp(beta * input[i] - m) / Σ exp(beta * input[j] - m)` over one row, m being the largest exponent.
package struct SoftmaxArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int
    package var beta: Float

    package init(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int, beta: Float) {
        self.input = input
        self.output = output
        self.count = count
        self.beta = beta
    }
}
