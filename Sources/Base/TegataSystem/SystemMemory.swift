#if os(Linux) || C_LIBRARY
    import CTegataSystem
#endif

#if canImport(Glibc) || canImport(Musl)
    /// Checks for available memory before an allocation that cannot fail gracefully: arrays and objects end the process
    /// if there is not enough memory.
    package enum SystemMemory {
        /// The reserve for small allocations, in bytes.
        private static let reserve = 16 << 20

        /// Whether `count` more bytes can be allocated, as far as the limits of the process and the system reveal.
        package static func has(_ count: Int) -> Bool {
            let (size, overflow) = count.addingReportingOverflow(reserve)
            guard !overflow, let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                address != MAP_FAILED
            else { return false }
            munmap(address, size)
            return true
        }

        /// The memory in bytes that the process occupies; 0 if the system does not report it.
        package static var residentByteCount: Int {
            let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return 0 }
            defer { _ = close(descriptor) }
            let space = UInt8(ascii: " ")
            return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { text in
                let count = max(0, read(descriptor, text.baseAddress, text.count))
                // The second number is the number of pages.
                let digits = text.prefix(count).drop { $0 != space }.dropFirst().prefix { $0 != space }
                return digits.reduce(0) { 10 * $0 + Int($1 & 0xf) } * sysconf(Int32(_SC_PAGESIZE))
            }
        }
    }
#endif

/// Large memory pages. A processor caches the addresses of only a limited number of pages, and looking up others takes
/// time, especially in virtual machines.
package enum LargePages {
    /// Returns the alignment for memory of which `filled` bytes will be used; it is at least `alignment`.
    package static func alignment(filled: Int, atLeast alignment: Int) -> Int {
        #if os(Linux) || C_LIBRARY
            filled >= size ? max(size, alignment) : alignment
        #else
            alignment
        #endif
    }

    /// Requests large pages for `count` bytes of memory before anything is written to it. At least the first `filled`
    /// bytes will be used. Any part that does not fill a large page keeps small pages, so that no memory is wasted.
    package static func advise(_ memory: UnsafeMutableRawPointer, count: Int, filled: Int) {
        #if os(Linux) || C_LIBRARY
            guard filled >= size else { return }
            tegata_advise_large_pages(memory, UInt(filled / size * size), UInt(count))
        #endif
    }

    #if os(Linux) || C_LIBRARY
        private static var size: Int { 2 << 20 }
    #endif
}
