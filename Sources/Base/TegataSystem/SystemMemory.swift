#if os(Linux)
    import CTegataSystem
#endif

#if canImport(Glibc) || canImport(Musl)
    /// Memory that is asked for before something is made that cannot fail: arrays and objects end the process where
    /// there is none.
    package enum SystemMemory {
        /// For everything small that is made besides.
        private static let reserve = 16 << 20

        /// Whether there are so many more bytes to be had, as far as the limits of the process and the system tell.
        package static func has(_ count: Int) -> Bool {
            let (size, overflow) = count.addingReportingOverflow(reserve)
            guard !overflow, let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                address != MAP_FAILED
            else { return false }
            munmap(address, size)
            return true
        }
    }
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
