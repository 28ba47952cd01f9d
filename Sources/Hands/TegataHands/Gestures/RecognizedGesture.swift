/// A gesture, and on request how it came about.
public struct RecognizedGesture: Sendable, Equatable {
    /// Nil where no class counts.
    public let gesture: Gesture?
    /// Nil unless asked for.
    public let details: GestureDetails?
}

extension RecognizedGesture {
    /// The answer where a classifier of poses answers before this one.
    func behind(_ pose: (gesture: Gesture?, scores: [GestureScore]), hasDetails: Bool) -> RecognizedGesture {
        RecognizedGesture(
            gesture: combined(pose.gesture, gesture),
            details: hasDetails
                ? GestureDetails(
                    embedding: details?.embedding ?? [], custom: pose.scores, canned: details?.canned ?? [])
                : nil)
    }
}

/// One answer of two: the first one that is there and not `None`, or else the first that is there.
package func combined(_ first: Gesture?, _ second: Gesture?) -> Gesture? {
    guard let first else { return second }
    guard let second, isSame(first.name, Gesture.noneName), !isSame(second.name, Gesture.noneName) else { return first }
    return second
}
