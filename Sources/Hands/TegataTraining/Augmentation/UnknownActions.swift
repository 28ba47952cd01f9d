import TegataClassifiers

/// Makes windows in which nobody does what a classifier knows: hands at rest, the way from one movement to another, and
/// movements too slow or cut to pieces.
struct UnknownActions: Sendable {
    /// The sequences whose parts are used.
    let sequences: [[HandKeyPoints]]
    /// The label of each.
    let labels: [Int]
    let windowSize: Int

    /// A window by chance.
    func draw(_ generator: inout SeededGenerator) -> [HandKeyPoints] {
        let one = generator.index(below: sequences.count)
        let start = Float(generator.index(below: max(sequences[one].count, 1)))
        switch generator.unit() {
        case ..<0.35:
            // At rest, or nearly.
            let pace = generator.uniform(0, 0.08)
            return (0..<windowSize).map { interpolated(sequences[one], at: start + pace * Float($0)) }
        case ..<0.7:
            // A small part of a movement on the way to rest, or from it.
            let active = Int(Float(windowSize) * generator.uniform(0.1, 0.35))
            let isFirst = generator.unit() < 0.5
            return (0..<windowSize).map { index in
                let frame = isFirst ? min(index, active) : max(index - (windowSize - active), 0)
                return interpolated(sequences[one], at: start + Float(frame))
            }
        default:
            // A straight way from one hand to another.
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
