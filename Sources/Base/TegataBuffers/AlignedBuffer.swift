import TegataSystem

/// Mutable memory aligned for the widest vectors: the arena, packed weights and scratch space.
package final class AlignedBuffer: @unchecked Sendable {
    /// The alignment in bytes: the size of a cache line and of the widest vector.
    package static let alignment = 64

    /// Returns a number of bytes rounded up to the alignment.
    package static func aligned(_ byteCount: Int) -> Int {
        (byteCount + alignment - 1) / alignment * alignment
    }

    package let base: UnsafeMutableRawPointer
    package let count: Int
    /// The buffer that owns the memory if this is only a part of it.
    private let owner: AlignedBuffer?

    /// Allocates `count` zeroed bytes, followed by `slack` bytes that kernels may read but whose values never matter.
    package convenience init(byteCount count: Int, slack: Int = 256, alignment: Int = AlignedBuffer.alignment) {
        self.init(reserving: count, filled: count, slack: slack, alignment: alignment)
        base.initializeToZero(count: count + slack)
    }

    /// Allocates memory for the parts created by ``init(_:at:byteCount:)``; at least the first `filled` bytes will be
    /// used.
    package init(
        reserving count: Int, filled: Int, slack: Int = 256, alignment: Int = AlignedBuffer.alignment
    ) {
        self.count = count
        owner = nil
        base = .allocate(
            byteCount: count + slack, alignment: LargePages.alignment(filled: filled, atLeast: alignment))
        LargePages.advise(base, count: count + slack, filled: filled)
    }

    /// Creates zeroed bytes within another buffer, which is retained.
    package init(_ owner: AlignedBuffer, at byteOffset: Int, byteCount count: Int) {
        precondition(byteOffset >= 0 && count >= 0 && count <= owner.count - byteOffset, "outside the buffer")
        self.owner = owner
        self.count = count
        base = owner.base + byteOffset
        base.initializeToZero(count: count)
    }

    deinit {
        if owner == nil { base.deallocate() }
    }

    /// Returns the floats that start at a byte offset; `count` of them must lie inside the buffer.
    package func floats(at byteOffset: Int, count floatCount: Int) -> UnsafeMutablePointer<Float> {
        precondition(byteOffset >= 0 && floatCount >= 0 && byteOffset % 4 == 0)
        precondition(floatCount <= (count - byteOffset) / 4, "outside the buffer")
        return (base + byteOffset).assumingMemoryBound(to: Float.self)
    }
}

extension UnsafeMutableRawPointer {
    /// Sets `count` bytes to zero. Browsers execute loops over megabytes exactly as written, so this one has few
    /// iterations.
    fileprivate func initializeToZero(count: Int) {
        let (wholes, rest) = count.quotientAndRemainder(dividingBy: 16)
        initializeMemory(as: SIMD2<UInt64>.self, repeating: .zero, count: wholes)
        (self + (count - rest)).initializeMemory(as: UInt8.self, repeating: 0, count: rest)
    }
}
