#if canImport(Glibc) || canImport(Musl)
    import CTegataShims
    import CTegataSystem
#endif

/// How many processors there are for this process.
package enum ProcessorCount {
    /// Those on which the system lets it run, and no more than its control groups leave it the time of.
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

/// The threads of this process that compute at the moment, so that pipelines which run at the same time can share the
/// processors.
package enum ComputingThreads {
    /// Adds so many, and says how many there were.
    package static func add(_ count: Int) -> Int {
        #if canImport(Glibc) || canImport(Musl)
            Int(Int32(bitPattern: tegata_fetch_add(tegata_computing_threads(), UInt32(bitPattern: Int32(count)))))
        #else
            0
        #endif
    }
}
