/// Converts `count` numbers of IEEE half precision, exactly.
package struct WidenArguments {
    package var input: UnsafePointer<UInt16>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int

    package init(input: UnsafePointer<UInt16>, output: UnsafeMutablePointer<Float>, count: Int) {
        self.input = input
        self.output = output
        self.count = count
    }
}
