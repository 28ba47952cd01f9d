#if os(Linux)
    import CTegataSystem

    /// Whether the process was told to ignore the signal.
    package func ignoresSignal(_ signal: Int32) -> Bool {
        tegata_ignores_signal(signal)
    }
#endif
