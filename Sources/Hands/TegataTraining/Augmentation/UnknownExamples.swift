import TegataClassifiers

/// Generates hands that appear in no example: one hand's fingers on another hand's palm, and randomly bent fingers.
///
/// A network that learns to distinguish these from real hands learns the limits of the known poses. They keep the view
/// and proportions of real hands, so that only the pose differs.
struct UnknownPoses: Sendable {
    /// The hands whose parts are used.
    let hands: [HandKeyPoints]

    /// Returns a random hand; nil if a chosen example shows no hand.
    func draw(_ generator: inout SeededGenerator) -> HandKeyPoints? {
        guard var base = PlacedHand(hands[generator.index(below: hands.count)]) else { return nil }
        let changes = 1 + generator.index(below: 3) + (generator.unit() < 0.1 ? 2 : 0)
        let order = generator.permutation(5)
        for finger in order.prefix(changes) {
            let first = 1 + 4 * finger
            switch generator.unit() {
            case ..<0.5:
                guard let donor = PlacedHand(hands[generator.index(below: hands.count)]) else { return nil }
                transplant(finger, from: donor, to: &base)
            case ..<0.75:
                bend(first, &base, &generator)
            default:
                fold(first, &base, &generator)
            }
        }
        return HandKeyPoints { (base.x[$0], base.y[$0], 1) }
    }

    /// Replaces a finger with another hand's, scaled and rotated to fit the palm.
    private func transplant(_ finger: Int, from donor: PlacedHand, to base: inout PlacedHand) {
        var donor = donor
        if donor.thumbSide * base.thumbSide < 0 { donor.mirror() }
        let (own, other) = (axis(base), axis(donor))
        let length = other.0 * other.0 + other.1 * other.1
        guard length > 1e-12 else { return }
        // Divide the axes as complex numbers.
        let cosine = (own.0 * other.0 + own.1 * other.1) / length
        let sine = (own.1 * other.0 - own.0 * other.1) / length
        let first = 1 + 4 * finger
        for joint in first + 1..<first + 4 {
            let (dx, dy) = (donor.x[joint] - donor.x[first], donor.y[joint] - donor.y[first])
            base.x[joint] = base.x[first] + cosine * dx - sine * dy
            base.y[joint] = base.y[first] + sine * dx + cosine * dy
        }
    }

    private func axis(_ hand: PlacedHand) -> (Float, Float) {
        let x = (hand.x[5] + hand.x[9] + hand.x[13] + hand.x[17]) / 4 - hand.x[0]
        let y = (hand.y[5] + hand.y[9] + hand.y[13] + hand.y[17]) / 4 - hand.y[0]
        return (x, y)
    }

    /// Rotates each bone of a finger a little further than the last, and shortens it as if it pointed towards the
    /// camera.
    private func bend(_ first: Int, _ hand: inout PlacedHand, _ generator: inout SeededGenerator) {
        let step = Double(generator.uniform(20, 75) * (generator.unit() < 0.5 ? -1 : 1)) * Double.pi / 180
        let shortening = generator.uniform(0.4, 1.1)
        var (x, y) = (hand.x[first], hand.y[first])
        var bones: [(Float, Float)] = []
        for joint in first..<first + 3 {
            bones.append((hand.x[joint + 1] - hand.x[joint], hand.y[joint + 1] - hand.y[joint]))
        }
        for (index, bone) in bones.enumerated() {
            let turn = sineAndCosine(step * Double(index + 1) * 0.6)
            let (sine, cosine) = (Float(turn.sine), Float(turn.cosine))
            x += shortening * (cosine * bone.0 - sine * bone.1)
            y += shortening * (sine * bone.0 + cosine * bone.1)
            hand.x[first + 1 + index] = x
            hand.y[first + 1 + index] = y
        }
    }

    /// Curls a straight finger, or straightens a curled one.
    private func fold(_ first: Int, _ hand: inout PlacedHand, _ generator: inout SeededGenerator) {
        let (boneX, boneY) = (hand.x[first + 1] - hand.x[first], hand.y[first + 1] - hand.y[first])
        let (spanX, spanY) = (hand.x[first + 3] - hand.x[first], hand.y[first + 3] - hand.y[first])
        let bone = (boneX * boneX + boneY * boneY).squareRoot()
        let span = (spanX * spanX + spanY * spanY).squareRoot()
        let isStraight = span > 1.3 * bone
        let next = generator.uniform(0.85, 1.15)
        // The new positions of the other joints along the first bone, in units of its length.
        let places: (Float, Float, Float) =
            isStraight ? (0.75 * next, 0.55 * next, 0.3 * next) : (1, 1.6 * next, 2.1 * next)
        for (joint, place) in [(first + 1, places.0), (first + 2, places.1), (first + 3, places.2)] {
            hand.x[joint] = hand.x[first] + place * boneX
            hand.y[joint] = hand.y[first] + place * boneY
        }
    }
}

/// Generates windows that show no known action: hands at rest, transitions from one movement to another, and movements
/// that are too slow or incomplete.
struct UnknownActions: Sendable {
    /// The sequences whose parts are used.
    let sequences: [[HandKeyPoints]]
    /// The label of each sequence.
    let labels: [Int]
    let windowSize: Int

    /// Returns a random window.
    func draw(_ generator: inout SeededGenerator) -> [HandKeyPoints] {
        let one = generator.index(below: sequences.count)
        let start = Float(generator.index(below: max(sequences[one].count, 1)))
        switch generator.unit() {
        case ..<0.35:
            // A hand at rest or nearly so.
            let pace = generator.uniform(0, 0.08)
            return (0..<windowSize).map { interpolated(sequences[one], at: start + pace * Float($0)) }
        case ..<0.7:
            // A small part of a movement, before or after rest.
            let active = Int(Float(windowSize) * generator.uniform(0.1, 0.35))
            let isFirst = generator.unit() < 0.5
            return (0..<windowSize).map { index in
                let frame = isFirst ? min(index, active) : max(index - (windowSize - active), 0)
                return interpolated(sequences[one], at: start + Float(frame))
            }
        default:
            // A straight transition from one hand to another.
            let other = generator.index(below: sequences.count)
            let from = interpolated(sequences[one], at: start)
            let to = interpolated(
                sequences[other], at: Float(generator.index(below: max(sequences[other].count, 1))))
            let (first, length) = (generator.uniform(0, 0.7), generator.uniform(0.15, 0.6))
            return (0..<windowSize).map { index in
                let part = (Float(index) / Float(windowSize) - first) / length
                return interpolated([from, to], at: max(0, min(1, part)))
            }
        }
    }
}
