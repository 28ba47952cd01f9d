import TegataClassifiers

/// The frames of one hand, at the rate of its video.
package struct HandSequence: Sendable, Equatable {
    /// What everybody assumes where nobody says.
    package static let usualRate = 30.0

    /// Frames without the hand are ``HandKeyPoints/init()``.
    package var frames: [HandKeyPoints]
    /// How many frames a second there are.
    package var frameRate: Double
    /// The number that the first frame has in its clip, from 0.
    package var firstFrame: Int

    package init(frames: [HandKeyPoints], frameRate: Double, firstFrame: Int = 0) {
        self.frames = frames
        self.frameRate = frameRate
        self.firstFrame = firstFrame
    }

    /// The sequence at another rate: for each time the nearest frame, so that a faster one is thinned and a slower one
    /// has frames twice. Where that made it absurdly long, it stays as it is.
    package func frames(at rate: Double) -> [HandKeyPoints] {
        guard frameRate > 0, rate > 0, frameRate.isFinite, rate.isFinite, frameRate != rate, !frames.isEmpty else {
            return frames
        }
        let exact = (Double(frames.count) * rate / frameRate).rounded()
        guard exact <= Double(min(1_000_000, ActionClassifier.longestStretch * frames.count)) else { return frames }
        let count = max(1, Int(exact))
        return (0..<count).map { index in
            frames[min(frames.count - 1, Int((Double(index) * frameRate / rate).rounded()))]
        }
    }

    /// The number that the first frame has in its clip at another rate.
    package func firstFrame(at rate: Double) -> Int {
        guard frameRate > 0, rate > 0 else { return firstFrame }
        return Int(exactly: (Double(firstFrame) * rate / frameRate).rounded()) ?? firstFrame
    }
}
