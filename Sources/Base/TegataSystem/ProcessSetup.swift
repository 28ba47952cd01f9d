#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem

    /// Occupies the numbers of closed standard streams, so that no file opened later is mistaken for a standard stream.
    /// Reading from and writing to these streams still fails. Call it when the process starts.
    package func keepStandardStreams() {
        tegata_keep_standard_numbers()
    }

    /// Whether the process ignores the signal.
    package func ignoresSignal(_ signal: Int32) -> Bool {
        tegata_ignores_signal(signal)
    }

    /// From now on, a crash caused by a lack of memory writes `message` to standard error and exits with `status`. Call
    /// this only once.
    package func explainMemoryShortage(_ message: StaticString, status: Int32) {
        message.utf8Start.withMemoryRebound(to: CChar.self, capacity: message.utf8CodeUnitCount + 1) { text in
            tegata_explain_memory_shortage(text, status)
        }
    }
#endif
