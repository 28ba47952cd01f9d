/// `output[i] = function(input[i])` over a contiguous run; may work in place.
package struct UnaryArguments {
    package var input: UnsafeRawPointer
    package var output: UnsafeMutableRawPointer
    package var count: Int
    package var function: UnaryFunction

    package init(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, function: UnaryFunction) {
        self.input = input
        self.output = output
        self.count = count
        self.function = function
    }
}
