extension UnsafeMutablePointer<Float> {
    /// Copies floats in one piece. Embedded Swift would make `update(from:count:)` a call for each of them.
    @inline(__always)
    func copy(from source: UnsafePointer<Float>, count: Int) {
        UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: count * MemoryLayout<Float>.size)
    }
}
