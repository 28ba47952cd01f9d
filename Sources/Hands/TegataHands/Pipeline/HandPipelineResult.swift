/// What was found in a picture, and how long it took.
public struct HandPipelineResult: Sendable {
    /// Hands of the last frame first, in their old order, then new ones by falling palm score. With
    /// ``HandGraph/legacy`` new ones go before those of the last frame.
    public internal(set) var hands: [HandResult]
    /// The palms that crops were made of, in fractions of the picture, those that count more first; empty for frames of
    /// a video in which no new hands were looked for.
    public internal(set) var palms: [PalmDetection] = []
    /// Gestures of a video that began, go on or ended, if asked for.
    public internal(set) var gestureEvents: [GestureEvent] = []
    /// Actions of a video that began, if asked for.
    public internal(set) var actionEvents: [ActionEvent] = []
    /// How long each stage took.
    public internal(set) var timings: StageTimings
}
