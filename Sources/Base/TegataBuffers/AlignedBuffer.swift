/// Mutable memory aligned for the widest vectors: the arena, packed weights and scratch space.
package final class AlignedBuffer: @unchecked Sendable {
    /// A cache line, and the size of the widest vector.
    package static let alignment = 64

    /// A number of bytes rounded up to the alignment.
    package static func aligned(_ byteCount: Int) -> Int {
        (byteCount + alignment - 1) / alignment * alignment
    }

    package let base: UnsafeMutableRawPointer
    package let count: Int

    /// Allocates `count` zeroed bytes plus `slack` bytes behind them that kernels may read but whose values never
    /// matter.
    package init(byteCount count: Int, slack: Int = 256) {
        self.count = count
        base = .allocate(byteCount: count + slack, alignment: Self.alignment)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: count + slack)
    }

    deinit {
        base.deallocate()
    }

    /// The floats that start at a byte offset; `count` of them must lie inside the buffer.
    package func floats(at byteOffset: Int, count floatCount: Int) -> UnsafeMutablePointer<Float> {
        precondition(byteOffset >= 0 && floatCount >= 0 && byteOffset % 4 == 0)
        precondition(floatCount <= (count - byteOffset) / 4, "outside the buffer")
        return (base + byteOffset).assumingMemoryBound(to: Float.self)
    }
}
