import TegataClassifiers

/// What was found in an item of a data set.
package enum ExtractedItem: Sendable, Equatable {
    /// The hands of a picture, the most certain first, and which of them has the label; nil where none has.
    case picture(hands: [ExtractedHand], chosen: Int?)
    /// One sequence for every hand of a clip.
    case clip([HandSequence])
    /// It could not be read; the notices say why.
    case failed
}

/// The frames of one hand, at the rate of its video.
package struct HandSequence: Sendable, Equatable {
    /// Frames without the hand are ``HandKeyPoints/init()``.
    package var frames: [HandKeyPoints]
    /// How many frames a second there are.
    package var frameRate: Double

    package init(frames: [HandKeyPoints], frameRate: Double) {
        self.frames = frames
        self.frameRate = frameRate
    }
}
