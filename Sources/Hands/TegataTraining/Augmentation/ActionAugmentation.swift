import TegataClassifiers

/// The random changes made to sequences.
package struct ActionAugmentation: Sendable, Equatable {
    /// The changes that apply equally to all frames of a sequence, except that every point jitters independently.
    package var pose: PoseAugmentation
    /// The maximum change in speed, as a fraction; frames between existing ones are interpolated.
    package var speed: Float
    /// The maximum shift of a window within the sequence, as a fraction of its length.
    package var phase: Float
    /// The fraction of frames that are dropped and replaced by the preceding frames.
    package var drops: Float

    package init(
        pose: PoseAugmentation = PoseAugmentation(
            rotation: 15, scale: 0.1, tilt: 0.25, perspective: 0.1, proportions: 0.08, jitter: 0.015),
        speed: Float = 0.25, phase: Float = 0.5, drops: Float = 0.05
    ) {
        self.pose = pose
        self.speed = speed
        self.phase = phase
        self.drops = drops
    }

    /// No changes.
    package static let none = ActionAugmentation(pose: .none, speed: 0, phase: 0, drops: 0)

    /// Returns a randomly changed window of `size` frames, near the one that begins at `start`.
    package func window(
        of frames: [HandKeyPoints], start: Int, size: Int, _ generator: inout SeededGenerator
    ) -> [HandKeyPoints] {
        let rate = 1 + generator.uniform(-speed, speed)
        let shift = generator.uniform(-phase, phase) * Float(size)
        let draw = pose.draw(&generator)
        var result: [HandKeyPoints] = []
        result.reserveCapacity(size)
        // A faster window keeps its centre, and stays inside the sequence if that is long enough.
        let half = Float(size - 1) / 2
        var middle = Float(start) + half + shift
        let (lowest, highest) = (half * rate, Float(frames.count - 1) - half * rate)
        middle = lowest < highest ? max(lowest, min(highest, middle)) : (lowest + highest) / 2
        let first = frames[max(0, min(frames.count - 1, Int(middle)))]
        let center = PlacedHand(first)?.center
        for index in 0..<size {
            if index > 0, generator.unit() < drops {
                result.append(result[index - 1])
                continue
            }
            let frame = interpolated(frames, at: middle + (Float(index) - half) * rate)
            result.append(pose.apply(draw, to: frame, around: center, &generator))
        }
        return result
    }
}

/// Returns the frame at a position between others; positions outside give the first or last frame.
package func interpolated(_ frames: [HandKeyPoints], at place: Float) -> HandKeyPoints {
    guard frames.count > 1, place > 0 else { return frames.first ?? HandKeyPoints() }
    guard place < Float(frames.count - 1) else { return frames[frames.count - 1] }
    let index = Int(place)
    let part = place - Float(index)
    let (before, after) = (frames[index], frames[index + 1])
    // If only one of the frames shows a hand, take the nearer one.
    guard before.isPresent, after.isPresent else { return part < 0.5 ? before : after }
    var result = before
    for value in 0..<HandKeyPoints.valueCount {
        result.values[value] += part * (after.values[value] - before.values[value])
    }
    return result
}
