import Foundation

/// The fingertips of hands as an overlay shows them: those that are seen well enough and lie inside the picture.
public struct Fingertips: Sendable {
    /// A tip to be shown.
    public struct Tip: Equatable, Sendable {
        /// Which of the hands it belongs to.
        public let hand: Int
        /// Its finger.
        public let finger: Finger
        /// Where it is.
        public let location: CGPoint
        /// How sure its finder is.
        public let confidence: Float
    }

    /// The tips, hand by hand from the thumb to the little finger.
    public let tips: [Tip]

    /// The tips with more than this confidence in a picture of this size.
    public init(
        of hands: [HandPoints], in size: CGSize, above confidence: Float = HandPoints.leastConfidence
    ) {
        tips = hands.enumerated().flatMap { number, hand in
            Finger.allCases.compactMap { finger in
                guard let location = hand.location(of: finger.tip, above: confidence),
                    location.x >= 0, location.y >= 0, location.x <= size.width, location.y <= size.height
                else { return nil }
                return Tip(
                    hand: number, finger: finger, location: location, confidence: hand[finger.tip].confidence)
            }
        }
    }
}
