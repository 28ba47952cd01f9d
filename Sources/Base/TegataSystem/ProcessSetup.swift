#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem

    /// Takes the numbers of standard streams that are closed, so that no file that is opened later is written to as one
    /// of them. Reading and writing them fails as before. For the beginning of a process.
    package func keepStandardStreams() {
        tegata_keep_standard_numbers()
    }

    /// Whether the process was told to ignore the signal.
    package func ignoresSignal(_ signal: Int32) -> Bool {
        tegata_ignores_signal(signal)
    }

    /// From now on, a crash for want of memory ends the process with `message` on the standard error, and `status`;
    /// call it once.
    package func explainMemoryShortage(_ message: StaticString, status: Int32) {
        message.utf8Start.withMemoryRebound(to: CChar.self, capacity: message.utf8CodeUnitCount + 1) { text in
            tegata_explain_memory_shortage(text, status)
        }
    }
#endif
