/// Elements of one size in a row, by the address of the first. The arena, scratch memory and what the network retains
/// outlive every closure that holds one.
struct Elements: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    /// Bytes of one element.
    let size: Int

    init(_ pointer: UnsafeMutableRawPointer, size: Int) {
        self.pointer = pointer
        self.size = size
    }

    @inline(__always)
    static func + (elements: Elements, count: Int) -> Elements {
        Elements(elements.at(count), size: elements.size)
    }

    @inline(__always)
    static func - (elements: Elements, count: Int) -> Elements { elements + -count }

    /// The address of an element.
    @inline(__always)
    func at(_ index: Int) -> UnsafeMutableRawPointer { pointer + index * size }

    /// The elements as floats, which they must be.
    var floats: UnsafeMutablePointer<Float> {
        precondition(size == MemoryLayout<Float>.size)
        return pointer.assumingMemoryBound(to: Float.self)
    }

    /// The elements as bits of halves, which they must be.
    var halves: UnsafeMutablePointer<UInt16> {
        precondition(size == MemoryLayout<UInt16>.size)
        return pointer.assumingMemoryBound(to: UInt16.self)
    }

    /// Copies elements of the same size in one piece.
    @inline(__always)
    func copy(from source: Elements, count: Int) {
        pointer.copyMemory(from: source.pointer, byteCount: count * size)
    }

    /// Sets elements to zero.
    @inline(__always)
    func clear(count: Int) {
        pointer.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
    }

    /// Sets elements to the first one of others.
    func fill(with first: Elements, count: Int) {
        if size == MemoryLayout<UInt16>.size {
            halves.update(repeating: first.halves.pointee, count: count)
        } else {
            floats.update(repeating: first.floats.pointee, count: count)
        }
    }

    /// Copies elements of the same size, each several times in a row, until there are `count`.
    func copy(from source: Elements, repeatedBy times: Int, count: Int) {
        if size == MemoryLayout<UInt16>.size {
            copy(UInt16.self, from: source, repeatedBy: times, count: count)
        } else {
            copy(Float.self, from: source, repeatedBy: times, count: count)
        }
    }

    @inline(__always)
    private func copy<Element>(_: Element.Type, from source: Elements, repeatedBy times: Int, count: Int) {
        precondition(size == MemoryLayout<Element>.size)
        let target = pointer.assumingMemoryBound(to: Element.self)
        let source = source.pointer.assumingMemoryBound(to: Element.self)
        for index in 0..<count { target[index] = source[index / times] }
    }
}
