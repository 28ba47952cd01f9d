/// `output[i] = clamp(operation(a[i], b[i]))` over a contiguous run; a step of 0 repeats one value.
package struct BinaryArguments {
    package var a: UnsafeRawPointer
    package var aStep: Int
    package var b: UnsafeRawPointer
    package var bStep: Int
    package var output: UnsafeMutableRawPointer
    package var count: Int
    package var operation: BinaryOperation
    package var low: Float
    package var high: Float

    package init(
        a: UnsafeRawPointer, aStep: Int, b: UnsafeRawPointer, bStep: Int, output: UnsafeMutableRawPointer,
        count: Int, operation: BinaryOperation, low: Float, high: Float
    ) {
        self.a = a
        self.aStep = aStep
        self.b = b
        self.bStep = bStep
        self.output = output
        self.count = count
        self.operation = operation
        self.low = low
        self.high = high
    }
}
