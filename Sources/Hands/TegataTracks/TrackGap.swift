import TegataBuffers
import TegataHands
import TegataRecords

/// The path of a hand between two of its tracklets.
struct TrackGap {
    /// A hand's place in a frame of the gap.
    struct Place {
        let frame: Int
        /// The time since the gap's start, as a fraction of its length.
        let share: Float
        /// The difference from the straight line, in fractions of the image's width and height.
        let shift: SIMD2<Float>
    }

    private(set) var places: [Place] = []
    /// Whether the palm's centre stays in the image.
    private(set) var staysInside = true
    /// Whether the hand seems to have moved straight on. In a long gap, a hand that was fast at its ends and is not far
    /// from where it was has been somewhere else, and one that was seen only once has no known speed.
    private(set) var isStraight = true

    /// The longest gap in which a hand does not get far, and the detour that is allowed in longer ones, in palm lengths.
    private static let (shortGap, detour): (Milliseconds, Float) = (150, 1)

    init(_ end: Tracklet, _ start: Tracklet, _ frames: [FrameRecord]) {
        let (last, next) = (end.last, start.first)
        let time = elapsed(from: last.milliseconds, to: next.milliseconds)
        guard next.frame > last.frame + 1, time > 0 else { return }
        let seconds = Float(time) / 1000
        let way = next.place.center - last.place.center
        let (leaving, arriving) = (end.lastVelocity * seconds - way, start.firstVelocity * seconds - way)
        if time > Self.shortGap {
            let palm = max(last.place.palmLength, next.place.palmLength)
            let speed = max(end.lastVelocity.length, start.firstVelocity.length)
            isStraight =
                min(end.sightings.count, start.sightings.count) > 1
                && speed * seconds < way.length + Self.detour * palm
        }
        for frame in last.frame + 1..<next.frame {
            let share = Float(elapsed(from: last.milliseconds, to: frames[frame].milliseconds)) / Float(time)
            let rest = 1 - share
            // The cubic curve that has both velocities.
            let bend = (leaving * rest - arriving * share) * (share * rest)
            let size = frames[frame].size
            let edge = SIMD2(size.width, size.height) / size.longerSide
            let center = last.place.center + way * share + bend
            if !(center.x >= 0 && center.y >= 0 && center.x <= edge.x && center.y <= edge.y) { staysInside = false }
            places.append(Place(frame: frame, share: share, shift: bend / edge))
        }
    }
}
