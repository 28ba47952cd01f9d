import Synchronization
import TegataImages
import TegataSystem
import TegataVideo

/// What Ctrl-C does, and the other signals that ask the process to end.
///
/// The process dies of the signal and leaves only files that are whole. While ``finishesVideos`` is set, the first
/// signal ends the video or stream instead, so that what was made of it can be finished; the next one discards it, and
/// so does a reader who takes nothing of it. A signal while files are being discarded ends the process at once.
package enum Interruption {
    /// Whether the first signal ends videos instead of the process.
    package static var finishesVideos: Bool {
        get { finishing.load(ordering: .acquiring) }
        set { finishing.store(newValue, ordering: .releasing) }
    }

    /// Whether a signal has ended the videos.
    package static var isRequested: Bool { request.load(ordering: .acquiring) != 0 }

    /// A video that would have gone on was ended by the signal: the process is to die of it when all is finished, so
    /// that nobody takes it for a whole one. Streams end some time anyway.
    package static func noteRecordingWasCut() {
        cut.store(true, ordering: .releasing)
    }

    private static let finishing = Atomic<Bool>(false)
    /// The signal, or 0.
    private static let request = Atomic<Int32>(0)
    private static let cut = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)

    /// `timeout` and others send a signal to the process and to its group, which is not to count as two. Nobody presses
    /// keys that fast.
    private static let repetitionNanoseconds: UInt64 = 100_000_000
    /// For how long a reader may take nothing of what is finished.
    private static let patienceNanoseconds: UInt64 = 2_000_000_000

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
            let signal = next(of: signals, since: lastAnswer ?? 0)
            let now = System.nanoseconds()
            if let lastAnswer, now - lastAnswer < repetitionNanoseconds { continue }
            lastAnswer = now
            if isEnding.load(ordering: .acquiring) {
                System.die(of: signal)
            } else if finishesVideos && !isRequested {
                request.store(signal, ordering: .releasing)
                LiveStreams.end()
            } else if let ending = SystemThread({ end(by: signal) }) {
                ending.detach()
            } else {
                end(by: signal)
            }
        }
    }

    /// The next signal; once the first has ended videos, at `start`, also that one again where what is left of them
    /// cannot be written.
    private static func next(of signals: System.SignalSet, since start: UInt64) -> Int32 {
        var (lastProgress, lastUntaken) = (start, -1)
        while isRequested && !isEnding.load(ordering: .acquiring) {
            if let signal = signals.next(within: 200) { return signal }
            let writing = System.writing
            let now = System.nanoseconds()
            // A blocked write goes on only when a whole page has been taken.
            if writing == nil || writing?.untaken != lastUntaken { lastProgress = now }
            lastUntaken = writing?.untaken ?? -1
            if Int64(now) - Int64(max(lastProgress, writing?.since ?? now)) > patienceNanoseconds {
                return request.load(ordering: .acquiring)
            }
        }
        return signals.next()
    }

    private static func end(by signal: Int32) -> Never {
        isEnding.store(true, ordering: .releasing)
        Console.silence()
        ChildProcess.stopAll {
            PendingFile.discardAll {
                Console.clearLastStatus()
                Keyboard.restore()
                System.die(of: signal)
            }
        }
        System.waitForEnd()
    }

    /// Ends the process as a broken pipe does, unless the process was told to ignore that.
    package static func endAfterBrokenPipe() {
        if !ignoresSignal(System.brokenPipeSignal) { end(by: System.brokenPipeSignal) }
    }

    /// Lets the process die of the signal that has cut a video short.
    static func endIfRecordingWasCut() {
        if cut.load(ordering: .acquiring) { System.die(of: request.load(ordering: .acquiring)) }
    }

    /// Keeps the process from ending otherwise while it ends by a signal.
    static func waitIfEnding() {
        if isEnding.load(ordering: .acquiring) { System.waitForEnd() }
    }
}
