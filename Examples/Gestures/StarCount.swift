import Foundation

/// The rule of the star-count tutorial: every fingertip that is seen well is a star.
///
/// A finger that is folded still has a tip. Where the finder reports all joints of each hand, as the one here does,
/// this counts the tips in view, five for a whole hand; ``ExtendedFingers`` counts raised fingers.
public struct StarCount: Equatable, Sendable {
    /// Where the stars are, hand by hand from the thumb to the little finger.
    public let stars: [CGPoint]

    /// The tips of the first two hands with more than this confidence.
    public init(_ hands: [HandPoints], above confidence: Float = 0.9) {
        stars = hands.prefix(2).flatMap { hand in
            Finger.allCases.compactMap { hand.location(of: $0.tip, above: confidence) }
        }
    }

    /// How many there are.
    public var count: Int { stars.count }
}
