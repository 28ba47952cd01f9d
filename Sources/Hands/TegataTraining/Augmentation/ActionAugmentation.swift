import TegataClassifiers

/// How sequences are changed by chance.
package struct ActionAugmentation: Sendable, Equatable {
    /// What happens to all frames of a sequence alike; every point jitters by itself.
    package var pose: PoseAugmentation
    /// By how much a sequence becomes faster or slower, frames between its own being interpolated.
    package var speed: Float
    /// By how much of a window its place in the sequence changes.
    package var phase: Float
    /// The share of frames that are lost, so that those before them stay.
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

    /// No change at all.
    package static let none = ActionAugmentation(pose: .none, speed: 0, phase: 0, drops: 0)

    /// A changed window of `size` frames, around the one that begins at `start`.
    package func window(
        of frames: [HandKeyPoints], start: Int, size: Int, _ generator: inout SeededGenerator
    ) -> [HandKeyPoints] {
        let rate = 1 + generator.uniform(-speed, speed)
        let shift = generator.uniform(-phase, phase) * Float(size)
        let draw = pose.draw(&generator)
        var result: [HandKeyPoints] = []
        result.reserveCapacity(size)
        // The window keeps its middle when it becomes faster, and stays inside the sequence where that is long enough.
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

/// The frame at a place between others; before the first and after the last these stay.
package func interpolated(_ frames: [HandKeyPoints], at place: Float) -> HandKeyPoints {
    guard frames.count > 1, place > 0 else { return frames.first ?? HandKeyPoints() }
    guard place < Float(frames.count - 1) else { return frames[frames.count - 1] }
    let index = Int(place)
    let part = place - Float(index)
    let (before, after) = (frames[index], frames[index + 1])
    // Between a frame with a hand and one without, the nearer counts.
    guard before.isPresent, after.isPresent else { return part < 0.5 ? before : after }
    var result = before
    for value in 0..<HandKeyPoints.valueCount {
        result.values[value] += part * (after.values[value] - before.values[value])
    }
    return result
}
