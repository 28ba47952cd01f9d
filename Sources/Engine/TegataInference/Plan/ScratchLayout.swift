import TegataBuffers
import TegataGraph

/// Lays out what a step keeps in a worker's scratch memory, one part behind the other, each on cache lines of its own.
struct ScratchLayout {
    private(set) var byteCount = 0

    /// A part of the scratch memory.
    struct Part: Sendable {
        fileprivate let byteOffset: Int
        fileprivate let type: ElementType

        func pointer(in scratch: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { scratch + byteOffset }

        func elements(in scratch: UnsafeMutableRawPointer) -> Elements {
            Elements(pointer(in: scratch), type)
        }

        /// For addresses of rows.
        func rows(in scratch: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeRawPointer> {
            pointer(in: scratch).assumingMemoryBound(to: UnsafeRawPointer.self)
        }
    }

    mutating func add(byteCount partByteCount: Int) -> Part {
        add(elementCount: partByteCount, .uint8)
    }

    mutating func add(elementCount: Int, _ type: ElementType) -> Part {
        let part = Part(byteOffset: AlignedBuffer.aligned(byteCount), type: type)
        // What is far too much stays so where numbers have 32 bits.
        let partByteCount = elementCount.clampedProduct(with: type.byteCount)
        byteCount = Swift.min(part.byteOffset.clampedSum(with: partByteCount), .max / 2)
        return part
    }
}
