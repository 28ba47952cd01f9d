import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Pooling that computes one row of its output at a time.
struct PoolRows: Sendable {
    let instruction: PoolInstruction
    private let run: @Sendable (UnsafePointer<PoolArguments>) -> Void
    private let low: Float
    private let high: Float

    init(_ builder: PlanBuilder, _ instruction: PoolInstruction) {
        self.instruction = instruction
        run = builder.kernels(for: instruction.input).pool
        (low, high) = instruction.activation.bounds
    }

    /// Bytes for the addresses of the rows under a window.
    var pointerByteCount: Int { instruction.window.height * MemoryLayout<UnsafeRawPointer>.stride }

    /// Computes one output row of the batch whose picture is given.
    func run(
        row: Int, picture: Elements, output: Elements, pointers: UnsafeMutableRawPointer
    ) {
        let source = instruction.inputPicture
        let rowPointers = pointers.assumingMemoryBound(to: UnsafeRawPointer.self)
        let window = instruction.window
        let valid = window.rowsInside(y: row, height: source.height)
        for (position, windowRow) in valid.enumerated() {
            rowPointers[position] =
                UnsafeRawPointer(
                    picture.at(window.inputRow(y: row, windowRow: windowRow) * source.width * source.channels))
        }
        var arguments = PoolArguments(
            inputRows: rowPointers, rowCount: valid.count, inputWidth: source.width, inputPixelStride: source.channels,
            output: output.pointer, outputWidth: instruction.outputPicture.width, outputPixelStride: source.channels,
            channels: source.channels,
            windowWidth: window.width, stride: window.strideWidth, padLeft: window.padLeft,
            reduction: instruction.reduction, low: low, high: high)
        run(&arguments)
    }
}
