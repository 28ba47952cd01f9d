import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataSystem

/// The memory for packed weights: a single run in packing order, which large pages may back. Small networks have
/// separate buffers instead.
struct WeightMemory {
    private let run: AlignedBuffer?
    private var used = 0

    /// Creates memory for weights that fill at least `byteCount` bytes and little more.
    init(least byteCount: Int) {
        // If there are several page sizes, pages that are never written take up no memory.
        let isWorthIt = LargePages.alignment(filled: byteCount, atLeast: 1) > 1
        run = isWorthIt ? AlignedBuffer(reserving: byteCount + byteCount / 4, filled: byteCount) : nil
    }

    /// Returns `byteCount` zeroed bytes, followed by some that kernels may read.
    mutating func buffer(byteCount: Int) -> AlignedBuffer {
        guard let run, byteCount <= run.count - used else { return AlignedBuffer(byteCount: byteCount) }
        defer { used = AlignedBuffer.aligned(used + byteCount) }
        return AlignedBuffer(run, at: used, byteCount: byteCount)
    }
}

/// Memory for constants such as packed weights, in the element types of the kernels that read them. Offsets are in
/// bytes.
struct PackedElements {
    let buffer: AlignedBuffer
    private let kernels: KernelSet

    /// Creates memory from all bytes of a buffer.
    init(_ buffer: AlignedBuffer, for kernels: KernelSet) {
        self.buffer = buffer
        self.kernels = kernels
    }

    /// Creates zeroed memory of at least one byte.
    init(byteCount: Int, for kernels: KernelSet, in memory: inout WeightMemory) {
        self.init(memory.buffer(byteCount: max(byteCount, 1)), for: kernels)
    }

    func address(_ offset: Int) -> UnsafeMutableRawPointer {
        precondition(offset >= 0 && offset <= buffer.count, "outside the buffer")
        return buffer.base + offset
    }

    /// Stores float32 values as elements of a type that the kernels support.
    func store(_ values: [Float], as element: KernelElement, at offset: Int) {
        values.withUnsafeBytes { values in
            guard let source = values.baseAddress else { return }
            store(floats: source, count: values.count / MemoryLayout<Float>.stride, as: element, at: offset)
        }
    }

    /// Stores `count` float32 values as elements of a type that the kernels support.
    func store(floats source: UnsafeRawPointer, count: Int, as element: KernelElement, at offset: Int) {
        precondition(
            offset >= 0 && count >= 0 && count <= (buffer.count - offset) / element.byteCount, "outside the buffer")
        let target = Elements(address(offset), ElementType(element))
        switch element {
        case .float32: target.pointer.copyMemory(from: source, byteCount: count * MemoryLayout<Float>.stride)
        case .float16:
            guard let narrow = kernels.narrow else { preconditionFailure("kernels for float16 make it") }
            var arguments = NarrowArguments(
                input: source.assumingMemoryBound(to: Float.self), output: target.float16Bits, count: count)
            narrow(&arguments)
        }
    }
}
