/// Makes halves of floats, or floats of halves, as the types of the values say.
package struct ConvertInstruction: Sendable {
    package var input: Int
    package var output: Int

    package init(input: Int, output: Int) {
        self.input = input
        self.output = output
    }
}
