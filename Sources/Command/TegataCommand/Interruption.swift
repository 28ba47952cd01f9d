import Synchronization
import TegataImages
import TegataSystem
import TegataVideo

/// What Ctrl-C does, and the other signals that ask the process to end.
///
/// The process dies of the signal and leaves only files that are whole. While ``finishesStreams`` is set, the first
/// signal ends the live streams instead, so that what was made of them can be finished; the next one discards it. A
/// signal while files are being discarded ends the process at once.
enum Interruption {
    /// Whether the first signal ends live streams instead of the process.
    static var finishesStreams: Bool {
        get { finishing.load(ordering: .acquiring) }
        set { finishing.store(newValue, ordering: .releasing) }
    }

    /// Whether a signal has ended the live streams.
    static var isRequested: Bool { request.load(ordering: .acquiring) }

    private static let finishing = Atomic<Bool>(false)
    private static let request = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)

    /// `timeout` and others send a signal to the process and to its group, which is not to count as two.
    private static let repetitionNanoseconds: UInt64 = 300_000_000

    /// Holds the signals back in this thread and those that it starts, and watches for them in one of its own.
    static func watch() {
        let signals = System.holdBack(System.endingSignals)
        guard let watcher = SystemThread({ answer(signals) }) else {
            System.letThrough(signals)
            return
        }
        watcher.detach()
        // Whose writes fail instead.
        _ = System.holdBack([System.brokenPipeSignal, System.fileSizeSignal])
    }

    private static func answer(_ signals: System.SignalSet) -> Never {
        var lastAnswer: UInt64?
        while true {
            let signal = signals.next()
            let now = System.nanoseconds()
            if let lastAnswer, now - lastAnswer < repetitionNanoseconds { continue }
            lastAnswer = now
            if isEnding.load(ordering: .acquiring) {
                System.die(of: signal)
            } else if finishesStreams && !isRequested {
                request.store(true, ordering: .releasing)
                LiveStreams.end()
            } else if let ending = SystemThread({ end(by: signal) }) {
                ending.detach()
            } else {
                end(by: signal)
            }
        }
    }

    private static func end(by signal: Int32) -> Never {
        isEnding.store(true, ordering: .releasing)
        Console.silence()
        ChildProcess.stopAll {
            PendingFile.discardAll {
                Console.clearLastStatus()
                System.die(of: signal)
            }
        }
        System.waitForEnd()
    }

    /// Ends the process as a broken pipe does, unless the process was told to ignore that.
    static func endAfterBrokenPipe() {
        if !ignoresSignal(System.brokenPipeSignal) { end(by: System.brokenPipeSignal) }
    }

    /// Keeps the process from ending otherwise while it ends by a signal.
    static func waitIfEnding() {
        if isEnding.load(ordering: .acquiring) { System.waitForEnd() }
    }
}
