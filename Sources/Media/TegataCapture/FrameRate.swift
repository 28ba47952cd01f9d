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
