import TegataKernelABI

/// Copies a block of elements between places given by strides; offsets and strides count elements.
package struct CopyInstruction: Sendable {
    package var input: Int
    package var output: Int
    package var elementByteCount: Int
    package var extents: [Int]
    package var inputOffset: Int
    package var inputStrides: [Int]
    package var outputOffset: Int
    package var outputStrides: [Int]

    package init(
        input: Int, output: Int, elementByteCount: Int, extents: [Int], inputOffset: Int, inputStrides: [Int],
        outputOffset: Int,
        outputStrides: [Int]
    ) {
        self.input = input
        self.output = output
        self.elementByteCount = elementByteCount
        self.extents = extents
        self.inputOffset = inputOffset
        self.inputStrides = inputStrides
        self.outputOffset = outputOffset
        self.outputStrides = outputStrides
    }
}
