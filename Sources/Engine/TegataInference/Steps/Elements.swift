import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Consecutive elements of the same type, given by the address of the first. The arena, scratch memory and the memory
/// that the network retains outlive every closure that holds one.
struct Elements: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    let type: ElementType
    /// The size of one element in bytes.
    private let size: Int

    init(_ pointer: UnsafeMutableRawPointer, _ type: ElementType) {
        self.init(pointer, type, size: type.byteCount)
    }

    private init(_ pointer: UnsafeMutableRawPointer, _ type: ElementType, size: Int) {
        self.pointer = pointer
        self.type = type
        self.size = size
    }

    @inline(__always)
    static func + (elements: Elements, count: Int) -> Elements {
        Elements(elements.at(count), elements.type, size: elements.size)
    }

    @inline(__always)
    static func - (elements: Elements, count: Int) -> Elements { elements + -count }

    /// Returns the address of an element.
    @inline(__always)
    func at(_ index: Int) -> UnsafeMutableRawPointer { pointer + index * size }

    /// The elements as float32, which must be their actual type.
    var floats: UnsafeMutablePointer<Float> {
        precondition(type == .float32)
        return pointer.assumingMemoryBound(to: Float.self)
    }

    /// The elements as the bits of float16 numbers, which must be their actual type.
    var float16Bits: UnsafeMutablePointer<UInt16> {
        precondition(type == .float16)
        return pointer.assumingMemoryBound(to: UInt16.self)
    }

    /// Copies elements of the same type in one block.
    @inline(__always)
    func copy(from source: Elements, count: Int) {
        pointer.copyMemory(from: source.pointer, byteCount: count * size)
    }

    /// Sets elements to zero.
    @inline(__always)
    func clear(count: Int) {
        pointer.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
    }

    /// Sets elements to the first element of `first`.
    func fill(with first: Elements, count: Int) {
        switch size {
        case 1: fill(UInt8.self, with: first, count: count)
        case 2: fill(UInt16.self, with: first, count: count)
        case 4: fill(UInt32.self, with: first, count: count)
        default: fill(UInt64.self, with: first, count: count)
        }
    }

    /// Copies elements of the same type, each of them `times` times in succession, until `count` have been written.
    func copy(from source: Elements, repeatedBy times: Int, count: Int) {
        switch size {
        case 1: copy(UInt8.self, from: source, repeatedBy: times, count: count)
        case 2: copy(UInt16.self, from: source, repeatedBy: times, count: count)
        case 4: copy(UInt32.self, from: source, repeatedBy: times, count: count)
        default: copy(UInt64.self, from: source, repeatedBy: times, count: count)
        }
    }

    @inline(__always)
    private func fill<Bits>(_: Bits.Type, with first: Elements, count: Int) {
        let value = first.pointer.assumingMemoryBound(to: Bits.self).pointee
        pointer.assumingMemoryBound(to: Bits.self).update(repeating: value, count: count)
    }

    @inline(__always)
    private func copy<Bits>(_: Bits.Type, from source: Elements, repeatedBy times: Int, count: Int) {
        let target = pointer.assumingMemoryBound(to: Bits.self)
        let source = source.pointer.assumingMemoryBound(to: Bits.self)
        for index in 0..<count { target[index] = source[index / times] }
    }
}

extension ElementType {
    init(_ element: KernelElement) {
        switch element {
        case .float32: self = .float32
        case .float16: self = .float16
        }
    }
}
