import TegataBuffers

/// Frames per second, as a fraction.
package struct FrameRate: Equatable, Sendable, CustomStringConvertible {
    package var frames: Int
    package var seconds: Int

    /// nil where the fraction is no rate, or too fine for any clock.
    package init?(frames: Int, seconds: Int) {
        guard frames > 0, seconds > 0, frames <= Int(Int32.max), seconds <= Int(Int32.max) else { return nil }
        self.frames = frames
        self.seconds = seconds
    }

    private init(framesPerSecond: Int) {
        frames = framesPerSecond
        seconds = 1
    }

    /// That of most cameras, for sources that do not tell theirs.
    package static let usual = FrameRate(framesPerSecond: 30)

    /// What everybody assumes of pictures and streams that do not say how fast they follow each other.
    package static let usualOfPictures = FrameRate(framesPerSecond: 25)

    package var description: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }

    /// The rate as a number.
    package var perSecond: Double { Double(frames) / Double(seconds) }

    /// When frame `index` is shown, in whole milliseconds after frame 0, rounded down.
    package func timestampMs(frame index: Int) -> Milliseconds {
        let frames = UInt64(frames.magnitude)
        let time = UInt64(index.magnitude).multipliedFullWidth(by: 1000 * UInt64(seconds.magnitude))
        guard index >= 0, time.high < frames else { return .max }
        return Milliseconds(clamping: frames.dividingFullWidth(time).quotient)
    }

    /// Whether there are cameras with such a rate; drivers write anything.
    package var isOfCameras: Bool { 1...1000 ~= perSecond }

    /// The frame whose time is nearest, or the one whose time was rounded down to this where they are so near to each
    /// other that this may be another.
    package func nearestFrame(timestampMs: Milliseconds) -> Int {
        if perSecond > 500 {
            let (product, overflows) = timestampMs.multipliedReportingOverflow(by: Milliseconds(frames))
            let (place, rest) = product.quotientAndRemainder(dividingBy: 1000 * Milliseconds(seconds))
            if !overflows { return Int(clamping: rest > 0 ? place + 1 : place) }
        }
        return Int(exactly: (Double(timestampMs) * perSecond / 1000).rounded()) ?? 0
    }
}

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
