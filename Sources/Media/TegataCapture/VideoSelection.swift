/// Which frames of a video are read, and how fast those follow each other that do not say so.
package struct VideoSelection: Equatable, Sendable {
    /// The rate of pictures: of a folder, of files with numbers, or in a stream. Nil is 25 per second; videos have
    /// their own.
    package var pictureRate: FrameRate?
    /// Where in the video the first frame is, in seconds.
    package var start: Double
    /// How much of it is read, in seconds; nil is all that is left.
    package var duration: Double?
    /// Of so many frames one is read.
    package var every: Int

    package init(pictureRate: FrameRate? = nil, start: Double = 0, duration: Double? = nil, every: Int = 1) {
        self.pictureRate = pictureRate
        self.start = start.isFinite ? max(0, start) : 0
        self.duration = duration.map { $0.isFinite ? max(0, $0) : 0 }
        self.every = max(1, every)
    }

    /// The numbers of the frames of a source with a constant rate among which each that is read is.
    package func frames(rate: FrameRate) -> Range<Int> {
        let first = Self.firstFrame(at: start, rate)
        let end = duration.map { Self.firstFrame(at: start + $0, rate) } ?? .max
        return first..<max(first, end)
    }

    /// When the first frame is shown that is not read any more, to the microsecond; nil where all are.
    package var endMilliseconds: Double? { duration.map { (1e6 * (start + $0)).rounded() / 1000 } }

    /// The rate of the frames that are read.
    package func rate(of rate: FrameRate) -> FrameRate {
        let (seconds, overflows) = rate.seconds.multipliedReportingOverflow(by: every)
        return overflows ? rate : FrameRate(frames: rate.frames, seconds: seconds) ?? rate
    }

    /// The first frame that is not before a time; what is off by less than a hundredth of a frame is rounding.
    private static func firstFrame(at seconds: Double, _ rate: FrameRate) -> Int {
        Int(exactly: (seconds * rate.perSecond - 0.01).rounded(.up)).map { max(0, $0) } ?? .max
    }

    /// How many frames are read of a video that lasts so many seconds.
    package func frameCount(ofSeconds total: Double, rate: FrameRate) -> Int? {
        let seconds = min(max(0, total - start), duration ?? .infinity)
        return Int(exactly: (seconds * rate.perSecond).rounded()).map { $0 > 0 ? ($0 - 1) / every + 1 : 0 }
    }
}
