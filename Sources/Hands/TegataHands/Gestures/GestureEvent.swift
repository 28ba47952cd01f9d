import TegataBuffers

/// Something that a hand of a video did.
public struct GestureEvent: Sendable, Equatable {
    /// What became of a gesture.
    public enum Kind: Sendable, CaseIterable {
        /// The hand has made the gesture for long enough.
        case began
        /// The gesture goes on. This comes with every frame.
        case held
        /// The hand has not made the gesture for long enough, or is gone.
        case ended

        /// What files call it.
        package var name: String {
            switch self {
            case .began: "began"
            case .held: "held"
            case .ended: "ended"
            }
        }
    }

    /// What became of the gesture.
    public let kind: Kind
    /// As ``HandResult/identifier``.
    public let handIdentifier: Int
    /// The name of the gesture.
    public let name: String
    /// For how long the hand has made the gesture, counted from the first frame with it to the last.
    public let milliseconds: Milliseconds
}
