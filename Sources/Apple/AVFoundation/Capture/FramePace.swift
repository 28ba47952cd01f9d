import TegataSystem

/// When frames are due that do not come from a camera.
struct FramePace {
    /// Nil where nobody waits.
    private var start: UInt64?
    private let isFullSpeed: Bool
    /// Milliseconds whose number of nanoseconds is one.
    private static let latest = 1 << 40

    init(_ playback: AVCaptureDevice.Playback) {
        isFullSpeed = playback.contains(.fullSpeed)
    }

    /// Waits until a frame is due, the first of which is due when it comes; false where the gate is closed.
    mutating func wait(forFrameAt milliseconds: Int, _ gate: CaptureGate) -> Bool {
        guard !isFullSpeed else { return gate.isOpen }
        let start = start ?? MonotonicCondition.time(after: 0)
        self.start = start
        return gate.sleep(until: start + UInt64(max(0, min(milliseconds, Self.latest))) * 1_000_000)
    }
}
