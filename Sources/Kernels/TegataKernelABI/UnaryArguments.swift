/// `output[i] = function(input[i])` over a contiguous run; may work in place.
package struct UnaryArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int
    package var function: UnaryFunction

    package init(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, count: Int, function: UnaryFunction)
    {
        self.input = input
        self.output = output
        self.count = count
        self.function = function
    }
}
