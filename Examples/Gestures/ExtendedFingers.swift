/// Separates raised fingers from folded ones, at any rotation of the hand, by the confidence of their tips: a hidden
/// point, such as the tip of a folded finger, gets about half the confidence of a visible one.
public struct ExtendedFingers: Equatable, Sendable {
    /// The least confidence of a raised finger's tip, as a fraction of the hand's highest confidence.
    private static let leastShare: Float = 0.9

    /// The fingers that are raised.
    public private(set) var extended: Set<Finger> = []
    /// The folded fingers. A finger in neither set is not visible enough.
    public private(set) var folded: Set<Finger> = []

    /// Classifies all fingers of a hand.
    public init(of hand: HandPoints) {
        let surest = HandJoint.allCases.reduce(0) { max($0, hand[$1].confidence) }
        for finger in Finger.allCases where hand.location(of: finger.tip) != nil {
            if hand[finger.tip].confidence > Self.leastShare * surest {
                extended.insert(finger)
            } else {
                folded.insert(finger)
            }
        }
    }

    /// The number of raised fingers.
    public var count: Int { extended.count }
}

/// Counts the raised fingers of a hand.
public struct FingerReader: HandRecognizer {
    /// Creates a reader; it keeps no state.
    public init() {}

    /// Returns the number of raised fingers, or nil if there is no hand.
    public func read(_ hand: HandPoints?, at seconds: Double) -> Int? {
        hand.map { ExtendedFingers(of: $0).count }
    }
}
