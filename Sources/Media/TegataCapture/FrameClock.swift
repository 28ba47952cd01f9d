import TegataBuffers

/// Gives the frames of a file their times.
///
/// As long as frames come at the nominal rate, their times are exact multiples of it; containers often round them to
/// milliseconds. From the first frame that does not fit on, the file's own times count.
package struct FrameClock {
    private let rate: FrameRate?
    /// Whether all frames so far have come at the rate.
    package private(set) var isConstant: Bool
    /// Of the first frame, in microseconds.
    package private(set) var firstTime: Int64?
    private var lastTimestamp: Milliseconds = -1

    /// `isConstant` says whether the file may keep to the rate.
    package init(rate: FrameRate?, isConstant: Bool) {
        self.rate = rate
        self.isConstant = isConstant && rate != nil
    }

    /// The time of frame `index` in whole milliseconds after the first, rounded down; later than all before.
    package mutating func timestampMs(frame index: Int, microseconds: Int64) -> Milliseconds {
        let first = firstTime ?? microseconds
        firstTime = first
        let elapsed = microseconds &- first
        var timestamp = Milliseconds(clamping: max(elapsed, 0) / 1000)
        if isConstant, let rate {
            let expected = Double(index) * 1e6 / rate.perSecond
            // Both this time and the first may be half a millisecond off.
            isConstant = (Double(elapsed) - expected).magnitude <= 1000
            if isConstant { timestamp = rate.timestampMs(frame: index) }
        }
        lastTimestamp = max(timestamp, lastTimestamp.clampedSum(with: 1))
        return lastTimestamp
    }
}
