/// The frames of a video to read, and the rate of sources without one.
package struct VideoSelection: Equatable, Sendable {
    /// The rate of image sequences from a directory, numbered files, or a stream. Nil means 25 frames per second;
    /// videos have their own rate.
    package var pictureRate: FrameRate?
    /// The time of the first frame in the video, in seconds.
    package var start: Double
    /// The length to read, in seconds; nil for the rest of the video.
    package var duration: Double?
    /// Only one frame out of this many is read.
    package var every: Int

    package init(pictureRate: FrameRate? = nil, start: Double = 0, duration: Double? = nil, every: Int = 1) {
        self.pictureRate = pictureRate
        self.start = start.isFinite ? max(0, start) : 0
        self.duration = duration.map { $0.isFinite ? max(0, $0) : 0 }
        self.every = max(1, every)
    }

    /// Returns the range of frame numbers that contains the selected frames, for a source with a constant rate.
    package func frames(rate: FrameRate) -> Range<Int> {
        let first = Self.firstFrame(at: start, rate)
        let end = duration.map { Self.firstFrame(at: start + $0, rate) } ?? .max
        return first..<max(first, end)
    }

    /// The time in milliseconds of the first frame that is not read, to the microsecond; nil if all are read.
    package var endMilliseconds: Double? { duration.map { (1e6 * (start + $0)).rounded() / 1000 } }

    /// Returns the rate of the selected frames.
    package func rate(of rate: FrameRate) -> FrameRate {
        let (seconds, overflows) = rate.seconds.multipliedReportingOverflow(by: every)
        return overflows ? rate : FrameRate(frames: rate.frames, seconds: seconds) ?? rate
    }

    /// Returns the first frame at or after a time, with a tolerance of a hundredth of a frame for rounding.
    private static func firstFrame(at seconds: Double, _ rate: FrameRate) -> Int {
        Int(exactly: (seconds * rate.perSecond - 0.01).rounded(.up)).map { max(0, $0) } ?? .max
    }

    /// Returns the number of selected frames in a video that lasts `total` seconds; nil if it is too large.
    package func frameCount(ofSeconds total: Double, rate: FrameRate) -> Int? {
        let seconds = min(max(0, total - start), duration ?? .infinity)
        return Int(exactly: (seconds * rate.perSecond).rounded()).map { $0 > 0 ? ($0 - 1) / every + 1 : 0 }
    }
}
