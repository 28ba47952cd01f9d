import Foundation

/// The five fingers, the thumb first.
public enum Finger: Int, CaseIterable, Sendable {
    case thumb, index, middle, ring, little

    /// The finger's four joints, from the palm to the tip.
    public var joints: [HandJoint] {
        let first = 1 + 4 * rawValue
        return HandJoint.allCases.filter { $0.rawValue >= first && $0.rawValue < first + 4 }
    }

    /// The joint nearest to the palm: MCP, or CMC for the thumb.
    public var base: HandJoint {
        switch self {
        case .thumb: .thumbCMC
        case .index: .indexMCP
        case .middle: .middleMCP
        case .ring: .ringMCP
        case .little: .littleMCP
        }
    }

    /// The end of the finger.
    public var tip: HandJoint {
        switch self {
        case .thumb: .thumbTip
        case .index: .indexTip
        case .middle: .middleTip
        case .ring: .ringTip
        case .little: .littleTip
        }
    }
}

/// The fingertips of hands as an overlay shows them: clearly visible and inside the image.
public struct Fingertips: Sendable {
    /// A tip that the overlay shows.
    public struct Tip: Equatable, Sendable {
        /// The index of the tip's hand.
        public let hand: Int
        /// The tip's finger.
        public let finger: Finger
        /// The place of the tip.
        public let location: CGPoint
        /// The confidence of the tip.
        public let confidence: Float
    }

    /// The tips, hand by hand from the thumb to the little finger.
    public let tips: [Tip]

    /// Creates the tips that lie in an image of this size and have more than this confidence.
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

/// The rule of the star-count tutorial: every clearly visible fingertip is a star. Tips of folded fingers have less
/// confidence, so the stars count raised fingers.
public struct StarCount: Equatable, Sendable {
    /// The places of the stars, hand by hand from the thumb to the little finger.
    public let stars: [CGPoint]

    /// Creates stars from the tips of the first two hands with more than this confidence.
    public init(_ hands: [HandPoints], above confidence: Float = 0.9) {
        stars = hands.prefix(2).flatMap { hand in
            Finger.allCases.compactMap { hand.location(of: $0.tip, above: confidence) }
        }
    }

    /// The number of stars.
    public var count: Int { stars.count }
}
