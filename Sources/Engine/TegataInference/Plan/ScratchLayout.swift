import TegataBuffers
import TegataGraph

/// The layout of a step's data in a worker's scratch memory. The parts follow one another, each on separate cache
/// lines.
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

        /// Returns the part as memory for row addresses.
        func rows(in scratch: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeRawPointer> {
            pointer(in: scratch).assumingMemoryBound(to: UnsafeRawPointer.self)
        }
    }

    mutating func add(byteCount partByteCount: Int) -> Part {
        add(elementCount: partByteCount, .uint8)
    }

    mutating func add(elementCount: Int, _ type: ElementType) -> Part {
        let part = Part(byteOffset: AlignedBuffer.aligned(byteCount), type: type)
        // The size is limited, so that an excessive one does not overflow on 32-bit systems.
        let partByteCount = elementCount.clampedProduct(with: type.byteCount)
        byteCount = Swift.min(part.byteOffset.clampedSum(with: partByteCount), .max / 2)
        return part
    }
}
