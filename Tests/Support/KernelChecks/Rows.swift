#if !hasFeature(Embedded)
    import TegataSystem
#endif

/// Whether the address sanitizer checks for reads and writes outside the memory.
private let endsAreWatched: Bool = {
    #if hasFeature(Embedded)
        false
    #else
        dlsym(nil, "__asan_init") != nil
    #endif
}()

/// Rows of elements with poisoned memory between, before and after them. If the address sanitizer is active, there is
/// none before and after them.
package final class Rows<Element: CheckedElement> {
    package let count: Int
    package let width: Int
    package let stride: Int
    /// Row 0, aligned to a cache line.
    package let base: UnsafeMutablePointer<Element>
    private let memory: UnsafeMutableBufferPointer<Element>
    private let margin: Int

    /// Without `fill`, the rows are poisoned as well.
    package init(
        _ count: Int, _ width: Int, gap: Int = 0, fill: ((_ row: Int, _ column: Int) -> Element)? = nil
    ) {
        self.count = count
        self.width = width
        stride = width + gap
        margin = endsAreWatched ? 0 : 64
        let length = count * stride + 2 * margin - (endsAreWatched && count > 0 ? gap : 0)
        let raw = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, length * MemoryLayout<Element>.stride), alignment: 64)
        memory = UnsafeMutableBufferPointer(
            start: raw.initializeMemory(as: Element.self, repeating: .poison, count: length), count: length)
        base = raw.assumingMemoryBound(to: Element.self) + margin
        guard let fill else { return }
        for row in 0..<count {
            for column in 0..<width { base[row * stride + column] = fill(row, column) }
        }
    }

    deinit { memory.deallocate() }

    package subscript(row: Int, column: Int) -> Element { base[row * stride + column] }

    /// Whether everything outside the rows is still poisoned.
    package var isIntact: Bool {
        for index in memory.indices where memory[index].bitPattern != Element.poison.bitPattern {
            let offset = index - margin
            if offset < 0 || offset >= count * stride || offset % stride >= width { return false }
        }
        return true
    }

    func hasBits(of other: Rows) -> Bool {
        for row in 0..<count {
            for column in 0..<width where self[row, column].bitPattern != other[row, column].bitPattern { return false }
        }
        return true
    }
}
