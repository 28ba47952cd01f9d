import TegataBuffers

/// Lays out what a step keeps in a worker's scratch memory, one part behind the other, each on cache lines of its own.
struct ScratchLayout {
    private(set) var byteCount = 0

    /// A part of the scratch memory.
    struct Part: Sendable {
        fileprivate let byteOffset: Int
        fileprivate let elementSize: Int

        func pointer(in scratch: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { scratch + byteOffset }

        func elements(in scratch: UnsafeMutableRawPointer) -> Elements {
            Elements(pointer(in: scratch), size: elementSize)
        }

        /// For addresses of rows.
        func rows(in scratch: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeRawPointer> {
            pointer(in: scratch).assumingMemoryBound(to: UnsafeRawPointer.self)
        }
    }

    mutating func add(byteCount partByteCount: Int) -> Part {
        add(elementCount: partByteCount, size: 1)
    }

    mutating func add(elementCount: Int, size: Int) -> Part {
        let part = Part(byteOffset: AlignedBuffer.aligned(byteCount), elementSize: size)
        // What is far too much stays so where numbers have 32 bits.
        let partByteCount = elementCount.clampedProduct(with: size)
        byteCount = Swift.min(part.byteOffset.clampedSum(with: partByteCount), .max / 2)
        return part
    }
}
