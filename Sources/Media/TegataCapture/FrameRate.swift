import TegataBuffers

/// Frames per second, as a fraction.
package struct FrameRate: Equatable, Sendable, CustomStringConvertible {
    package var frames: Int
    package var seconds: Int

    /// Returns nil if the fraction is not a valid rate, or too fine for any clock.
    package init?(frames: Int, seconds: Int) {
        guard frames > 0, seconds > 0, frames <= Int(Int32.max), seconds <= Int(Int32.max) else { return nil }
        self.frames = frames
        self.seconds = seconds
    }

    private init(framesPerSecond: Int) {
        frames = framesPerSecond
        seconds = 1
    }

    /// The rate of most cameras, for sources that do not report theirs.
    package static let usual = FrameRate(framesPerSecond: 30)

    /// The usual rate for image sequences and for streams without a rate.
    package static let usualOfPictures = FrameRate(framesPerSecond: 25)

    package var description: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }

    /// The rate in frames per second.
    package var perSecond: Double { Double(frames) / Double(seconds) }

    /// Returns the time of frame `index` in whole milliseconds after frame 0, rounded down.
    package func timestampMs(frame index: Int) -> Milliseconds {
        let frames = UInt64(frames.magnitude)
        let time = UInt64(index.magnitude).multipliedFullWidth(by: 1000 * UInt64(seconds.magnitude))
        guard index >= 0, time.high < frames else { return .max }
        return Milliseconds(clamping: frames.dividingFullWidth(time).quotient)
    }

    /// Whether the rate is plausible for a camera; drivers may report anything.
    package var isOfCameras: Bool { 1...1000 ~= perSecond }

    /// Returns the frame with the nearest time. Above 500 frames per second, returns the frame whose rounded-down time
    /// this is.
    package func nearestFrame(timestampMs: Milliseconds) -> Int {
        if perSecond > 500 {
            let (product, overflows) = timestampMs.multipliedReportingOverflow(by: Milliseconds(frames))
            let (place, rest) = product.quotientAndRemainder(dividingBy: 1000 * Milliseconds(seconds))
            if !overflows { return Int(clamping: rest > 0 ? place + 1 : place) }
        }
        return Int(exactly: (Double(timestampMs) * perSecond / 1000).rounded()) ?? 0
    }
}

/// Computes the times of a file's frames.
///
/// As long as frames arrive at the nominal rate, their times are exact multiples of its interval, because containers
/// often round times to milliseconds. From the first frame that does not fit, the clock uses the file's own times.
package struct FrameClock {
    private let rate: FrameRate?
    /// Whether all frames so far match the rate.
    package private(set) var isConstant: Bool
    /// The time of the first frame in microseconds; nil before it.
    package private(set) var firstTime: Int64?
    private var lastTimestamp: Milliseconds = -1

    /// `isConstant` states whether the file may have a constant rate.
    package init(rate: FrameRate?, isConstant: Bool) {
        self.rate = rate
        self.isConstant = isConstant && rate != nil
    }

    /// Returns the time of frame `index` in whole milliseconds after the first, rounded down and later than all earlier
    /// ones.
    package mutating func timestampMs(frame index: Int, microseconds: Int64) -> Milliseconds {
        let first = firstTime ?? microseconds
        firstTime = first
        let elapsed = microseconds &- first
        var timestamp = Milliseconds(clamping: max(elapsed, 0) / 1000)
        if isConstant, let rate {
            let expected = Double(index) * 1e6 / rate.perSecond
            // The container may have rounded this time and the first one by half a millisecond each.
            isConstant = (Double(elapsed) - expected).magnitude <= 1000
            if isConstant { timestamp = rate.timestampMs(frame: index) }
        }
        lastTimestamp = max(timestamp, lastTimestamp.clampedSum(with: 1))
        return lastTimestamp
    }
}
