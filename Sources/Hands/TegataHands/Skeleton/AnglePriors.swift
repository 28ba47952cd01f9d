/// What is known about a hand's angles before it is seen: their typical values and spreads, and how far joints bend.
///
/// Each finger has six angles. The thumb's are the three components of its base's rotation, flexion and abduction of the
/// middle joint, and flexion of the end joint. The other fingers' are abduction towards the thumb, three flexions, and
/// twist; their last angle is unused and stays 0.
enum AnglePriors {
    /// The typical angles in radians.
    static let means: [30 of Double] = [
        0, 0, 0, 0.25, 0, 0.30,
        0.09, 0.5, 0.6, 0.35, -0.070, 0,
        0.00, 0.5, 0.6, 0.35, -0.014, 0,
        -0.07, 0.5, 0.6, 0.35, 0.070, 0,
        -0.16, 0.5, 0.6, 0.35, 0.140, 0,
    ]
    private static let thumbDeviations: [6 of Double] = [0.35, 0.35, 0.35, 0.4, 0.15, 0.5]
    private static let fingerDeviations: [6 of Double] = [0.15, 0.8, 0.9, 0.5, 0.12, 1]
    private static let thumbLowest: [6 of Double] = [-.infinity, -.infinity, -.infinity, -0.3, -0.4, -0.35]
    private static let thumbHighest: [6 of Double] = [.infinity, .infinity, .infinity, 1.2, 0.4, 1.4]
    private static let fingerLowest: [6 of Double] = [-0.5, -0.45, -0.05, -0.1, -0.6, -1]
    private static let fingerHighest: [6 of Double] = [0.5, 1.6, 1.85, 1.2, 0.6, 1]
    /// The factor on all deviations, found with drawn hands.
    private static let strength = 1.6
    /// The softness of the limits in radians.
    private static let limitDeviation = 0.1
    /// The end joint of a finger bends by this part of its middle joint's bend, because one tendon moves both.
    static let endShare = 0.6
    private static let endDeviation = 0.15

    /// Returns the inverse of an angle's deviation.
    static func weight(_ finger: Int, _ angle: Int) -> Double {
        strength / (finger == 0 ? thumbDeviations[angle] : fingerDeviations[angle])
    }

    /// Returns by how much an angle lies beyond its limits, in multiples of their softness.
    static func excess(_ value: Double, _ finger: Int, _ angle: Int) -> Double {
        let lowest = finger == 0 ? thumbLowest[angle] : fingerLowest[angle]
        let highest = finger == 0 ? thumbHighest[angle] : fingerHighest[angle]
        return (min(value - lowest, 0) + max(value - highest, 0)) * limitWeight
    }

    static let limitWeight = 1 / limitDeviation
    static let endWeight = 1 / endDeviation
}
