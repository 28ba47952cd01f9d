#if os(Linux)
    import CTegataSystem
#endif

/// Pages of memory larger than usual: a processor keeps only so many pages in mind, and looking up others takes time,
/// in virtual machines much.
package enum LargePages {
    /// How memory is aligned of which so many bytes will be filled, where it should be more than `alignment`.
    package static func alignment(filled: Int, atLeast alignment: Int) -> Int {
        #if os(Linux)
            filled >= size ? max(size, alignment) : alignment
        #else
            alignment
        #endif
    }

    /// Asks for them in memory of `count` bytes, of which at least the first `filled` will be, before anything is
    /// written to it. What does not fill such a page stays in small ones, so that no memory is taken that is not needed.
    package static func advise(_ memory: UnsafeMutableRawPointer, count: Int, filled: Int) {
        #if os(Linux)
            guard filled >= size else { return }
            tegata_advise_large_pages(memory, UInt(filled / size * size), UInt(count))
        #endif
    }

    #if os(Linux)
        private static var size: Int { 2 << 20 }
    #endif
}
