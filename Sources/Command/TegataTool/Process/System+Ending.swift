import TegataSystem

extension SystemError {
    /// Whether nobody reads any more what was written.
    package var isBrokenPipe: Bool { code == EPIPE }
}

/// Threads, signals and the end of the process.
extension System {
    static func endProcess(_ status: Int32) -> Never {
        exit(status)
    }

    /// Signals that wait until a thread asks for them.
    struct SignalSet: Sendable {
        fileprivate var signals = sigset_t()

        /// Waits for one of them.
        func next() -> Int32 {
            var signal: Int32 = 0
            var signals = signals
            while sigwait(&signals, &signal) != 0 {}
            return signal
        }

        /// As ``next()``, but nil where none came in so many milliseconds, less than a thousand.
        func next(within milliseconds: Int) -> Int32? {
            var signals = signals
            var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
            let signal = sigtimedwait(&signals, nil, &time)
            return signal > 0 ? signal : nil
        }
    }

    /// What a person, the system or a terminal that closes sends to end the process.
    static let endingSignals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU]
    static let brokenPipeSignal = SIGPIPE
    /// A file became larger than is allowed.
    static let fileSizeSignal = SIGXFSZ

    /// Holds `signals` back, in this thread and those that it starts; without those that the process was told to
    /// ignore.
    static func holdBack(_ signals: [Int32]) -> SignalSet {
        var held = SignalSet()
        sigemptyset(&held.signals)
        for signal in signals where !ignoresSignal(signal) { sigaddset(&held.signals, signal) }
        pthread_sigmask(SIG_BLOCK, &held.signals, nil)
        return held
    }

    /// Lets signals through again.
    static func letThrough(_ held: SignalSet) {
        var signals = held.signals
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Ends the process by a signal, sent to this thread alone because others wait for it, so that who waits for it
    /// learns about that.
    static func die(of signal: Int32) -> Never {
        // The language's runtime would describe a crash.
        var usualAction = sigaction()
        sigaction(signal, &usualAction, nil)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        raise(signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        // The first process of a container does not die of signals.
        _exit(128 + signal)
    }

    /// Does nothing until the process ends.
    static func waitForEnd() -> Never {
        while true { pause() }
    }
}
