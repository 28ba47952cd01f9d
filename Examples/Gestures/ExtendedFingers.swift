import Foundation

/// The rule that tells raised fingers from folded ones, whichever way the hand is turned in the picture.
///
/// It compares lengths within the hand, so that neither the hand's direction nor its size matters:
///
/// - A finger is extended if it is straight, which is to say that its tip is about as far from its base as its bones
///   are long together, and if it leads away from the wrist: a finger folded flat on the palm looks straight from the
///   front.
/// - The thumb is extended if it is straight and leads away from the base of the little finger; folded in, it lies
///   across the palm.
///
/// A finger that points at the camera looks short and is taken for folded.
public struct ExtendedFingers: Equatable, Sendable {
    /// How straight a finger is at least: the distance from base to tip by the length of the bones between.
    private static let leastStraightness = 0.85
    /// By how much farther from the wrist the tip is than the joint behind the base.
    private static let leastReach = 1.08
    /// By how much farther from the little finger's base the thumb's tip is than the joint before it.
    private static let leastThumbReach = 1.05

    /// The fingers that are raised.
    public private(set) var extended: Set<Finger> = []
    /// The fingers that are folded. Fingers that are in neither set are not seen well enough.
    public private(set) var folded: Set<Finger> = []

    /// Looks at all fingers of a hand.
    public init(of hand: HandPoints) {
        for finger in Finger.allCases {
            switch Self.isExtended(finger, hand) {
            case true?: extended.insert(finger)
            case false?: folded.insert(finger)
            case nil: break
            }
        }
    }

    /// How many fingers are raised.
    public var count: Int { extended.count }

    private static func isExtended(_ finger: Finger, _ hand: HandPoints) -> Bool? {
        let joints = finger.joints.compactMap { hand.location(of: $0) }
        guard joints.count == 4, let origin = hand.location(of: finger == .thumb ? .littleMCP : .wrist) else {
            return nil
        }
        let length = zip(joints, joints.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let (near, least) = finger == .thumb ? (joints[2], leastThumbReach) : (joints[1], leastReach)
        let reach = origin.distance(to: joints[3])
        // Not a hand where all points are one, or too far away for numbers.
        guard length > 0, length.isFinite, reach.isFinite else { return nil }
        return joints[0].distance(to: joints[3]) >= leastStraightness * length
            && reach >= least * origin.distance(to: near)
    }
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
