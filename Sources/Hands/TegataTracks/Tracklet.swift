import TegataBuffers
import TegataHands
import TegataRecords

/// A hand in a frame.
struct Sighting: Sendable {
    /// The index of the frame, and of the hand in it.
    let frame: Int
    let hand: Int
    let milliseconds: Milliseconds
    let place: HandPlace
    let rightProbability: Float
    /// The hand's ID in the results.
    let identifier: Int
}

/// A part of a track without gaps or other implausible steps.
struct Tracklet: Sendable {
    /// Never empty.
    let sightings: [Sighting]

    var first: Sighting { sightings[0] }
    var last: Sighting { sightings[sightings.count - 1] }

    /// The time at the start or the end that gives a velocity; at least two sightings do.
    private static let velocityTime: Milliseconds = 100

    /// The velocity of the palm's centre per second at the start.
    var firstVelocity: SIMD2<Float> {
        var count = min(2, sightings.count)
        while count < sightings.count,
            elapsed(from: first.milliseconds, to: sightings[count].milliseconds) <= Self.velocityTime
        { count += 1 }
        return velocity(sightings.prefix(count))
    }

    /// The velocity of the palm's centre per second at the end.
    var lastVelocity: SIMD2<Float> {
        var count = min(2, sightings.count)
        while count < sightings.count,
            elapsed(from: sightings[sightings.count - count - 1].milliseconds, to: last.milliseconds)
                <= Self.velocityTime
        { count += 1 }
        return velocity(sightings.suffix(count))
    }

    /// Returns the slope of the straight line through the sightings, by least squares.
    private func velocity(_ sightings: ArraySlice<Sighting>) -> SIMD2<Float> {
        var (meanTime, mean) = (Float(0), SIMD2<Float>.zero)
        let start = sightings[sightings.startIndex].milliseconds
        func seconds(_ sighting: Sighting) -> Float { Float(elapsed(from: start, to: sighting.milliseconds)) / 1000 }
        for sighting in sightings {
            meanTime += seconds(sighting) / Float(sightings.count)
            mean += sighting.place.center / Float(sightings.count)
        }
        var (square, product) = (Float(0), SIMD2<Float>.zero)
        for sighting in sightings {
            let time = seconds(sighting) - meanTime
            square += time * time
            product += (sighting.place.center - mean) * time
        }
        return square > 0 ? product / square : .zero
    }
}

/// The tracks of results, cut into tracklets.
struct CutTracks {
    /// The tracklets in the order of their starts: tracks are cut wherever a hand is missing, leaps, changes its pose
    /// suddenly or changes from one side to the other.
    private(set) var tracklets: [Tracklet] = []
    /// The sightings that belong to no tracklet, because the hand was elsewhere before and after.
    private(set) var jumps: [[Sighting]] = []

    init(_ frames: [FrameRecord]) {
        for var track in Self.tracks(of: frames) {
            jumps += Tracklet.removeJumps(&track)
            let sides = Self.sides(of: track)
            var start = 0
            for index in track.indices.dropFirst() where Self.isBreak(track, index) || sides[index] != sides[index - 1]
            {
                tracklets.append(Tracklet(sightings: Array(track[start..<index])))
                start = index
            }
            tracklets.append(Tracklet(sightings: Array(track[start...])))
        }
        tracklets.sort { ($0.first.frame, $0.first.hand) < ($1.first.frame, $1.first.hand) }
    }

    /// Returns the sightings of each ID.
    private static func tracks(of frames: [FrameRecord]) -> [[Sighting]] {
        var tracks: [[Sighting]] = []
        var places: [Int: Int] = [:]
        for (index, record) in frames.enumerated() {
            for (hand, result) in record.hands.enumerated() {
                guard let identifier = result.identifier else { continue }
                let place = places[identifier] ?? tracks.count
                if place == tracks.count {
                    places[identifier] = place
                    tracks.append([])
                }
                // A frame has each ID once.
                guard tracks[place].last?.frame != index else { continue }
                tracks[place].append(
                    Sighting(
                        frame: index, hand: hand, milliseconds: record.milliseconds,
                        place: HandPlace(result.landmarks, record.size), rightProbability: result.rightProbability,
                        identifier: identifier))
            }
        }
        return tracks
    }

    /// The distance from the expected place in palm lengths, and the mean change of the points relative to the palm's
    /// centre, beyond which a step may lead to another hand.
    private static let (leap, poseChange): (Float, Float) = (0.75, 0.4)

    /// Whether the step to the sighting at `index` may lead to another hand.
    private static func isBreak(_ track: [Sighting], _ index: Int) -> Bool {
        let (last, next) = (track[index - 1], track[index])
        guard next.frame == last.frame + 1 else { return true }
        var expected = last.place.center
        if index > 1, track[index - 2].frame == last.frame - 1 {
            expected += last.place.center - track[index - 2].place.center
        }
        let palm = max(last.place.palmLength, next.place.palmLength)
        return (next.place.center - expected).length > leap * palm || last.place.poseDifference(next.place) > poseChange
    }

    /// The evidence of a sighting for a side, at most, and the cost of a change to the other side. A hand that is seen
    /// as the other one for a moment does not change.
    private static let (evidence, sideChange): (Float, Float) = (1, 4)

    /// Returns whether each sighting shows a right hand, with as few changes as the probabilities allow.
    private static func sides(of track: [Sighting]) -> [Bool] {
        // The smallest cost of all sightings so far if the last is left, and if it is right, and the side before it.
        var costs: (left: Float, right: Float) = (0, 0)
        var origins: [(ofLeft: Bool, ofRight: Bool)] = []
        origins.reserveCapacity(track.count)
        for sighting in track {
            let origin = (
                ofLeft: costs.right + sideChange < costs.left, ofRight: costs.left + sideChange >= costs.right
            )
            let left = origin.ofLeft ? costs.right + sideChange : costs.left
            let right = origin.ofRight ? costs.right : costs.left + sideChange
            let doubt = 2 * evidence * (sighting.rightProbability - 0.5)
            costs = (left + max(doubt, 0), right + max(-doubt, 0))
            origins.append(origin)
        }
        var sides = [Bool](repeating: false, count: track.count)
        var isRight = costs.right < costs.left
        for index in track.indices.reversed() {
            sides[index] = isRight
            isRight = isRight ? origins[index].ofRight : origins[index].ofLeft
        }
        return sides
    }
}
