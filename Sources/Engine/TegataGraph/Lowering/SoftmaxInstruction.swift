import TegataKernelABI

/// Softmax over `rows` rows of `count` floats.
package struct SoftmaxInstruction: Sendable {
    package var input: Int
    package var output: Int
    package var rows: Int
    package var count: Int
    package var beta: Float

    package init(input: Int, output: Int, rows: Int, count: Int, beta: Float) {
        self.input = input
        self.output = output
        self.rows = rows
        self.count = count
        self.beta = beta
    }
}
