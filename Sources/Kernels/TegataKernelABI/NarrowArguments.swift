/// Rounds `count` floats to IEEE half precision, to the nearest and of two equally near ones to the even one; what is
/// too large becomes infinite.
package struct NarrowArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<UInt16>
    package var count: Int

    package init(input: UnsafePointer<Float>, output: UnsafeMutablePointer<UInt16>, count: Int) {
        self.input = input
        self.output = output
        self.count = count
    }
}
