#if canImport(Glibc) || canImport(Musl)
    import CTegataShims
    import CTegataSystem
#endif

/// The number of processors available to this process.
package enum ProcessorCount {
    /// The number of processors on which the system lets the process run, limited by the quota of its control groups.
    package static var available: Int {
        #if canImport(Glibc) || canImport(Musl)
            let processors = max(Int(tegata_processor_count()), 1)
            let quota = tegata_processor_quota("")
            return quota > 0 ? min(processors, max(1, quota / 1000)) : processors
        #else
            return 1
        #endif
    }
}

/// The number of this process's threads that are computing, so that concurrent pipelines can share the processors.
package enum ComputingThreads {
    /// Adds `count` and returns the previous number.
    package static func add(_ count: Int) -> Int {
        #if canImport(Glibc) || canImport(Musl)
            Int(Int32(bitPattern: tegata_fetch_add(tegata_computing_threads(), UInt32(bitPattern: Int32(count)))))
        #else
            0
        #endif
    }
}
