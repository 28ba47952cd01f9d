import TegataBuffers

/// Lays out what a step keeps in a worker's scratch memory, one part behind the other, each on cache lines of its own.
struct ScratchLayout {
    private(set) var byteCount = 0

    /// A part of the scratch memory.
    struct Part: Sendable {
        fileprivate let byteOffset: Int

        func pointer(in scratch: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { scratch + byteOffset }

        func floats(in scratch: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Float> {
            pointer(in: scratch).assumingMemoryBound(to: Float.self)
        }

        /// For addresses of rows.
        func rows(in scratch: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeRawPointer> {
            pointer(in: scratch).assumingMemoryBound(to: UnsafeRawPointer.self)
        }
    }

    mutating func add(byteCount partByteCount: Int) -> Part {
        let part = Part(byteOffset: AlignedBuffer.aligned(byteCount))
        byteCount = part.byteOffset + partByteCount
        return part
    }

    mutating func add(floatCount: Int) -> Part {
        add(byteCount: floatCount * MemoryLayout<Float>.stride)
    }
}
