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
