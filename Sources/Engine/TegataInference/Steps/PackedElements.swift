import TegataBuffers
import TegataKernelABI

/// Memory for constants such as packed weights, in elements of the kernels that read them.
struct PackedElements {
    let buffer: AlignedBuffer
    private let kernels: KernelSet
    private let count: Int

    /// All elements of a buffer.
    init(_ buffer: AlignedBuffer, for kernels: KernelSet) {
        self.buffer = buffer
        self.kernels = kernels
        count = buffer.count / kernels.element.byteCount
    }

    /// Zeros, at least one.
    init(count: Int, for kernels: KernelSet, in memory: inout WeightMemory) {
        self.kernels = kernels
        self.count = max(count, 1)
        buffer = memory.buffer(byteCount: self.count * kernels.element.byteCount)
    }

    /// Where an element stands.
    func address(_ index: Int) -> UnsafeMutableRawPointer {
        precondition(index >= 0 && index <= count, "outside the buffer")
        return buffer.base + index * kernels.element.byteCount
    }

    /// Stores floats as elements, from one on.
    func store(_ values: [Float], at index: Int) {
        values.withUnsafeBytes { values in
            guard let source = values.baseAddress else { return }
            store(floats: source, count: values.count / MemoryLayout<Float>.stride, at: index)
        }
    }

    /// Stores as many floats as elements, from one on.
    func store(floats source: UnsafeRawPointer, count floatCount: Int, at index: Int) {
        precondition(index >= 0 && floatCount >= 0 && floatCount <= count - index, "outside the buffer")
        let target = address(index)
        if let narrow = kernels.narrow {
            var arguments = NarrowArguments(
                input: source.assumingMemoryBound(to: Float.self),
                output: Elements(target, size: kernels.element.byteCount).halves, count: floatCount)
            narrow(&arguments)
        } else {
            target.copyMemory(from: source, byteCount: floatCount * MemoryLayout<Float>.stride)
        }
    }
}
