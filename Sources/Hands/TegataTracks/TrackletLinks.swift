import TegataBuffers
import TegataHands

/// Links tracklets to tracks: the tracks of the whole video that cost least, together. A step costs what place, pose, size
/// and time speak against it, and a track belongs to a right or to a left hand throughout. Hands that meet are therefore
/// told apart by what they are before and after, although they may look as if they had passed each other.
struct TrackletLinks {
    /// The cost of a new track.
    private static let start: Float = 2
    /// The cost of a sighting that is certain to have the other side. The sightings of a tracklet are less and less
    /// evidence, because they are alike; a very long one costs as much as this number of sightings.
    private static let (otherSide, mostEvidence): (Float, Float) = (0.3, 8)
    /// The cost of a palm length, and what the first ones cost in addition, at most: a hand that is far away may as well be
    /// farther.
    private static let (lengthWeight, far): (Float, Float) = (0.05, 0.3)
    private static let sizeWeight: Float = 0.5
    /// The longest time for which a hand may be out of sight, and what that costs per second.
    private static let (longestGap, gapWeight): (Milliseconds, Float) = (1200, 1)
    /// The most states that are followed at a time.
    private static let mostStates = 64

    /// The tracklets of each track, in order; the tracks are in the order of their starts.
    private(set) var tracks: [[Tracklet]] = []

    /// A track that may go on: its last tracklet and its side.
    private struct Open: Hashable {
        let last: Int
        let isRight: Bool
    }

    /// What the last tracklet follows, nil if it starts a track, and the choice for the tracklet before it.
    private struct Choice {
        let follows: Int?
        let previous: Int
    }

    /// The cheapest way to link the tracklets so far that leaves certain tracks open.
    private struct State {
        let open: [Open]
        let cost: Double
        let choice: Choice
    }

    /// Links tracklets in the order of their starts.
    init(_ tracklets: [Tracklet]) {
        var states: [State] = []
        var choices: [Choice] = []
        for index in tracklets.indices {
            states = Self.followed(states, by: index, tracklets, &choices)
        }
        // Walk back through the choices.
        var follows: [Int?] = []
        var choice = states.first?.choice
        while let last = choice {
            follows.append(last.follows)
            choice = last.previous >= 0 ? choices[last.previous] : nil
        }
        var places: [Int] = []
        for (tracklet, previous) in zip(tracklets, follows.reversed()) {
            let place = previous.map { places[$0] } ?? tracks.count
            if place == tracks.count { tracks.append([]) }
            tracks[place].append(tracklet)
            places.append(place)
        }
    }

    /// Returns the states after one more tracklet, the cheapest one first.
    private static func followed(
        _ states: [State], by index: Int, _ tracklets: [Tracklet], _ choices: inout [Choice]
    ) -> [State] {
        let tracklet = tracklets[index]
        let sides = sideCosts(of: tracklet)
        var steps: [Int: Float] = [:]
        var next: [State] = []
        var places: [[Open]: Int] = [:]
        func add(_ open: [Open], isRight: Bool, _ cost: Double, _ choice: Choice) {
            let open = open + [Open(last: index, isRight: isRight)]
            let state = State(open: open, cost: cost + Double(isRight ? sides.right : sides.left), choice: choice)
            if let place = places[open] {
                if state.cost < next[place].cost { next[place] = state }
            } else {
                places[open] = next.count
                next.append(state)
            }
        }
        func follow(_ open: [Open], _ cost: Double, _ previous: Int) {
            for (place, track) in open.enumerated() where tracklets[track.last].last.frame < tracklet.first.frame {
                let step = steps[track.last] ?? Self.cost(from: tracklets[track.last].last, to: tracklet.first)
                steps[track.last] = step
                var others = open
                others.remove(at: place)
                let choice = Choice(follows: track.last, previous: previous)
                add(others, isRight: track.isRight, cost + Double(step), choice)
            }
            for isRight in [false, true] {
                add(open, isRight: isRight, cost + Double(start), Choice(follows: nil, previous: previous))
            }
        }
        if states.isEmpty { follow([], 0, -1) }
        for state in states {
            choices.append(state.choice)
            let open = state.open.filter {
                elapsed(from: tracklets[$0.last].last.milliseconds, to: tracklet.first.milliseconds) <= longestGap
            }
            follow(open, state.cost, choices.count - 1)
        }
        let order = next.indices.sorted { (next[$0].cost, $0) < (next[$1].cost, $1) }
        return order.prefix(mostStates).map { next[$0] }
    }

    /// Returns what a tracklet costs as one of a left and of a right hand.
    private static func sideCosts(of tracklet: Tracklet) -> (left: Float, right: Float) {
        let weight = otherSide / (1 + Float(tracklet.sightings.count) / mostEvidence)
        return tracklet.sightings.reduce((0, 0)) { sum, sighting in
            let side = weight * (2 * sighting.rightProbability - 1)
            return (sum.0 + max(side, 0), sum.1 + max(-side, 0))
        }
    }

    /// Returns the cost of a step.
    private static func cost(from end: Sighting, to start: Sighting) -> Float {
        let palm = max(end.place.palmLength, start.place.palmLength)
        let length = (start.place.center - end.place.center).length / palm
        let size = palm / min(end.place.palmLength, start.place.palmLength) - 1
        let seconds = Float(elapsed(from: end.milliseconds, to: start.milliseconds)) / 1000
        let cost =
            lengthWeight * length + far * length / (length + far) + end.place.poseDifference(start.place)
            + sizeWeight * size + (start.frame > end.frame + 1 ? gapWeight * seconds : 0)
        // Places that are no numbers are not compared.
        return cost < 1000 ? cost : 1000
    }
}
