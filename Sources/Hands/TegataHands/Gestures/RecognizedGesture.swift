/// A gesture, and on request how it came about.
public struct RecognizedGesture: Sendable, Equatable {
    /// Nil where no class counts.
    public let gesture: Gesture?
    /// Nil unless asked for.
    public let details: GestureDetails?
}
