#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem

    /// Takes the numbers of standard streams that are closed, so that no file that is opened later is written to as one
    /// of them. Reading and writing them fails as before. For the beginning of a process.
    package func keepStandardStreams() {
        tegata_keep_standard_numbers()
    }
#endif
