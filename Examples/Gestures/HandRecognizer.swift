/// What follows one hand from frame to frame and tells something about it.
public protocol HandRecognizer: Sendable {
    /// What is told after each frame.
    associatedtype Reading

    /// Looks at the next frame, in which the hand is not seen where it is nil. Time is in seconds and never goes back.
    mutating func read(_ hand: HandPoints?, at seconds: Double) -> Reading
}
