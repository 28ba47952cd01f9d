import TegataSystem

extension SystemError {
    /// Whether the reader of the output has gone.
    package var isBrokenPipe: Bool { code == EPIPE }
}

/// Threads, signals and the end of the process.
extension System {
    static func endProcess(_ status: Int32) -> Never {
        exit(status)
    }

    /// Signals that are blocked until a thread waits for them.
    struct SignalSet: Sendable {
        fileprivate var signals = sigset_t()

        /// Waits for one of the signals and returns it.
        func next() -> Int32 {
            var signal: Int32 = 0
            var signals = signals
            while sigwait(&signals, &signal) != 0 {}
            return signal
        }

        /// Waits like ``next()``; returns nil if no signal came within `milliseconds`, which must be less than 1000.
        func next(within milliseconds: Int) -> Int32? {
            var signals = signals
            var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
            let signal = sigtimedwait(&signals, nil, &time)
            return signal > 0 ? signal : nil
        }
    }

    /// The signals with which a person, the system or a closing terminal ends the process.
    static let endingSignals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU]
    static let brokenPipeSignal = SIGPIPE
    /// The signal sent when a file grows beyond the allowed size.
    static let fileSizeSignal = SIGXFSZ

    /// Blocks `signals` in this thread and the threads that it starts, except signals that the process ignores. Returns
    /// the blocked signals.
    static func holdBack(_ signals: [Int32]) -> SignalSet {
        var held = SignalSet()
        sigemptyset(&held.signals)
        for signal in signals where !ignoresSignal(signal) { sigaddset(&held.signals, signal) }
        pthread_sigmask(SIG_BLOCK, &held.signals, nil)
        return held
    }

    /// Unblocks the signals.
    static func letThrough(_ held: SignalSet) {
        var signals = held.signals
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Ends the process with a signal, so that the parent process learns the cause. The signal is sent only to this
    /// thread, because other threads wait for it.
    static func die(of signal: Int32) -> Never {
        // Restore the default action, because Swift's runtime would report a crash.
        var usualAction = sigaction()
        sigaction(signal, &usualAction, nil)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        raise(signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        // Exit if the signal did nothing: the first process of a container does not die of signals.
        _exit(128 + signal)
    }

    /// Waits until the process ends.
    static func waitForEnd() -> Never {
        while true { pause() }
    }
}
