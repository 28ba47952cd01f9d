/// Tells raised fingers from folded ones, whichever way the hand is turned, by how sure the finder is of their tips: a
/// point that hides, as the tip of a folded finger does, has about half of the confidence of one that can be seen.
public struct ExtendedFingers: Equatable, Sendable {
    /// How sure the tip of a raised finger is at least, as a share of the hand's surest point.
    private static let leastShare: Float = 0.9

    /// The fingers that are raised.
    public private(set) var extended: Set<Finger> = []
    /// The fingers that are folded. Fingers that are in neither set are not seen well enough.
    public private(set) var folded: Set<Finger> = []

    /// Looks at all fingers of a hand.
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

    /// How many fingers are raised.
    public var count: Int { extended.count }
}

/// Counts the raised fingers of a hand.
public struct FingerReader: HandRecognizer {
    /// A reader; it remembers nothing.
    public init() {}

    /// How many fingers are raised; nil where there is no hand.
    public func read(_ hand: HandPoints?, at seconds: Double) -> Int? {
        hand.map { ExtendedFingers(of: $0).count }
    }
}
