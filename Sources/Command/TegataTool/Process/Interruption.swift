import Synchronization
import TegataImages
import TegataSystem
import TegataVideo

/// The response to Ctrl-C and the other signals that ask the process to end.
///
/// The process dies of the signal and leaves only complete files. While ``finishesVideos`` is set, the first signal
/// ends the video or stream instead, so that its output can be finished. The next signal discards the output, as does a
/// reader that takes none of it. A signal that arrives while files are being discarded ends the process at once.
package enum Interruption {
    /// Whether the first signal ends videos instead of the process.
    package static var finishesVideos: Bool {
        get { finishing.load(ordering: .acquiring) }
        set { finishing.store(newValue, ordering: .releasing) }
    }

    /// Whether a signal has ended the videos.
    package static var isRequested: Bool { request.load(ordering: .acquiring) != 0 }

    /// Records that the signal cut a video short. The process then dies of the signal when everything is finished, so
    /// that the output is not mistaken for complete. For streams this is unnecessary, because they end at some point
    /// anyway.
    package static func noteRecordingWasCut() {
        cut.store(true, ordering: .releasing)
    }

    private static let finishing = Atomic<Bool>(false)
    /// The signal, or 0.
    private static let request = Atomic<Int32>(0)
    private static let cut = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)

    /// The time within which a second signal is ignored, because `timeout` and other programs signal both the process
    /// and its group. Nobody presses keys that fast.
    private static let repetitionNanoseconds: UInt64 = 100_000_000
    /// The time after which output is discarded if its reader takes nothing.
    private static let patienceNanoseconds: UInt64 = 2_000_000_000

    /// Blocks the signals in this thread and the threads that it starts, and waits for them in a separate thread.
    static func watch() {
        let signals = System.holdBack(System.endingSignals)
        guard let watcher = SystemThread({ answer(signals) }) else {
            System.letThrough(signals)
            return
        }
        watcher.detach()
        // Block these signals too, so that the writes that cause them fail instead.
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

    /// Returns the next signal. If the first one has ended videos, at `start`, and the rest of their output cannot be
    /// written, returns the first signal again.
    private static func next(of signals: System.SignalSet, since start: UInt64) -> Int32 {
        var (lastProgress, lastUntaken) = (start, -1)
        while isRequested && !isEnding.load(ordering: .acquiring) {
            if let signal = signals.next(within: 200) { return signal }
            let writing = System.writing
            let now = System.nanoseconds()
            // A blocked write continues only after a whole page has been read.
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

    /// Ends the process as a broken pipe would, unless the process ignores that signal.
    package static func endAfterBrokenPipe() {
        if !ignoresSignal(System.brokenPipeSignal) { end(by: System.brokenPipeSignal) }
    }

    /// Lets the process die of the signal that has cut a video short.
    static func endIfRecordingWasCut() {
        if cut.load(ordering: .acquiring) { System.die(of: request.load(ordering: .acquiring)) }
    }

    /// Waits if a signal is ending the process, so that it does not end in another way.
    static func waitIfEnding() {
        if isEnding.load(ordering: .acquiring) { System.waitForEnd() }
    }
}
