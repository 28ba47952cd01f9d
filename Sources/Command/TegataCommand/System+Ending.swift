#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SystemError {
    /// Whether nobody reads any more what was written.
    var isBrokenPipe: Bool { code == EPIPE }
}

/// Threads, signals and the end of the process.
extension System {
    static func exit(_ status: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status)
        #else
            Musl.exit(status)
        #endif
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
        for signal in signals where !isIgnored(signal) { sigaddset(&held.signals, signal) }
        pthread_sigmask(SIG_BLOCK, &held.signals, nil)
        return held
    }

    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sa_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
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

    /// Runs `body` in a thread of its own; false where there can be none.
    static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Glibc)
            var thread = pthread_t()
            let status = pthread_create(&thread, nil, threadMain, context.toOpaque())
            if status == 0 { pthread_detach(thread) }
        #else
            var thread: pthread_t?
            let status = pthread_create(&thread, nil, threadMain, context.toOpaque())
            if status == 0, let thread { pthread_detach(thread) }
        #endif
        if status != 0 { context.release() }
        return status == 0
    }

    /// Does nothing until the process ends.
    static func waitForEnd() -> Never {
        while true { pause() }
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

#if canImport(Glibc)
    private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }
#else
    private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#endif
