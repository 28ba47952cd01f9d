import TegataBuffers
import TegataHands

/// Links tracklets to tracks. All ends and starts that are close in time are matched at once, by place, movement, pose,
/// size and side. Clear links come first, because longer parts of tracks show more about the others.
struct TrackletLinks {
    /// The gaps and the costs up to which links are made, one after the other. Beyond the last ones, a tracklet starts a
    /// new track.
    private static let limits: [(gap: Milliseconds, cost: Float)] = [
        (150, 0.5), (150, 1), (300, 1), (500, 1.5), (1200, 2.5),
    ]
    /// The cost of a gap per second.
    private static let gapWeight: Float = 1
    /// The time in which the distance allowed for an out-of-sight hand doubles.
    private static let doublingSeconds: Float = 0.25
    /// The time for which an out-of-sight hand is expected to keep moving.
    private static let coastingSeconds: Float = 0.5
    private static let (poseWeight, sizeWeight, sideWeight): (Float, Float, Float) = (0.5, 0.5, 1.5)
    /// The difference between sides beyond which a hand that was out of sight is a different one.
    private static let otherSide: Float = 0.6
    /// What an equal ID is worth. Without a gap, the hand was in the region that followed from the frame before.
    private static let (sameIdentifier, sameRegion): (Float, Float) = (0.5, 1)
    /// The most ends that are matched at once.
    private static let mostEnds = 200

    /// The tracklets of each track, in order; the tracks are in the order of their starts.
    private(set) var tracks: [[Tracklet]]
    /// The sightings of each track as one tracklet.
    private var wholes: [Tracklet]
    private var assignment = Assignment()

    /// Links tracklets in the order of their starts.
    init(_ tracklets: [Tracklet]) {
        tracks = tracklets.map { [$0] }
        wholes = tracklets
        for limit in Self.limits {
            var previous = [Int?](repeating: nil, count: tracks.count)
            for group in groups(gap: limit.gap) { link(group, limit, &previous) }
            join(previous)
        }
        fillGaps()
        tracks = Exchanges(tracks).tracks
    }

    /// Puts short tracks into gaps of others: a hand that is lost in fast movement is found again for a moment.
    private mutating func fillGaps() {
        var isGone = [Bool](repeating: false, count: tracks.count)
        for index in tracks.indices where wholes[index].sightings.count <= Self.shortTrack {
            let short = wholes[index]
            var best: (track: Int, place: Int, cost: Float)?
            for (track, parts) in tracks.enumerated() where track != index && !isGone[track] {
                guard let place = parts.firstIndex(where: { $0.first.frame > short.last.frame }), place > 0,
                    parts[place - 1].last.frame < short.first.frame
                else { continue }
                let (before, after) = (parts[place - 1], parts[place])
                let cost = max(Self.cost(from: before, to: short), Self.cost(from: short, to: after))
                if cost < best?.cost ?? Self.costInGap { best = (track, place, cost) }
            }
            guard let best else { continue }
            tracks[best.track].insert(contentsOf: tracks[index], at: best.place)
            isGone[index] = true
        }
        tracks = tracks.indices.filter { !isGone[$0] }.map { tracks[$0] }
        wholes = []
    }

    /// The most sightings of a track that belongs into a gap, and the limit of the costs before and behind it.
    private static let (shortTrack, costInGap): (Int, Float) = (8, 4)

    /// Joins each track with the one that precedes it.
    private mutating func join(_ previous: [Int?]) {
        var (joined, joinedWholes): ([[Tracklet]], [Tracklet]) = ([], [])
        var places = [Int](repeating: 0, count: tracks.count)
        for index in tracks.indices {
            if let previous = previous[index] {
                places[index] = places[previous]
                joined[places[index]] += tracks[index]
                joinedWholes[places[index]].append(wholes[index])
            } else {
                places[index] = joined.count
                joined.append(tracks[index])
                joinedWholes.append(wholes[index])
            }
        }
        (tracks, wholes) = (joined, joinedWholes)
    }

    /// Ends of tracks and the starts that may follow them.
    private struct Group {
        var ends: [Int] = []
        var starts: [Int] = []
        /// The last time at which a start can follow one of the ends.
        var limit = Milliseconds.min
    }

    /// Returns groups that share no possible link, except that long ones are divided.
    private func groups(gap: Milliseconds) -> [Group] {
        var marks: [(frame: Int, isEnd: Bool, track: Int)] = []
        for index in wholes.indices {
            marks.append((wholes[index].first.frame, false, index))
            marks.append((wholes[index].last.frame, true, index))
        }
        // In a frame, starts come before ends.
        marks.sort { ($0.frame, $0.isEnd ? 1 : 0, $0.track) < ($1.frame, $1.isEnd ? 1 : 0, $1.track) }
        var groups: [Group] = []
        var group = Group()
        for mark in marks {
            let sighting = mark.isEnd ? wholes[mark.track].last : wholes[mark.track].first
            if sighting.milliseconds > group.limit || group.ends.count >= Self.mostEnds {
                if !group.starts.isEmpty { groups.append(group) }
                group = Group()
            }
            if mark.isEnd {
                group.ends.append(mark.track)
                group.limit = sighting.milliseconds.clampedSum(with: gap)
            } else if !group.ends.isEmpty {
                group.starts.append(mark.track)
            }
        }
        if !group.starts.isEmpty { groups.append(group) }
        return groups
    }

    private mutating func link(_ group: Group, _ limit: (gap: Milliseconds, cost: Float), _ previous: inout [Int?]) {
        let (ends, starts) = (group.ends, group.starts)
        var costs: [Float] = []
        for start in starts {
            for end in ends { costs.append(Self.cost(from: wholes[end], to: wholes[start], limit.gap)) }
        }
        assignment.solve(rows: starts.count, columns: ends.count + starts.count) { row, column in
            column < ends.count ? costs[row * ends.count + column] : limit.cost
        }
        for (column, end) in ends.enumerated() {
            guard let row = assignment.rowOfColumn[column], costs[row * ends.count + column] < limit.cost else {
                continue
            }
            previous[starts[row]] = end
        }
    }

    /// Returns the cost of a link over a gap of at most `longestGap`.
    static func cost(from end: Tracklet, to start: Tracklet, _ longestGap: Milliseconds = .max) -> Float {
        let (last, next) = (end.last, start.first)
        let time = elapsed(from: last.milliseconds, to: next.milliseconds)
        guard next.frame > last.frame, time <= longestGap else { return 1000 }
        let seconds = Float(time) / 1000
        let side = abs(end.rightProbability - start.rightProbability)
        let hasGap = next.frame > last.frame + 1
        if hasGap, side > otherSide { return 1000 }
        let velocity = (end.lastVelocity + start.firstVelocity) / 2
        let expected = last.place.center + velocity * min(seconds, coastingSeconds)
        let palm = max(last.place.palmLength, next.place.palmLength)
        let away = (next.place.center - expected).length / (palm * (1 + seconds / doublingSeconds))
        let size = palm / min(last.place.palmLength, next.place.palmLength) - 1
        let trust = last.identifier != next.identifier ? 0 : hasGap ? sameIdentifier : sameRegion
        let cost =
            away + poseWeight * last.place.poseDifference(next.place) + sizeWeight * size + sideWeight * side
            + (hasGap ? gapWeight * seconds : 0) - trust
        return cost < 1000 ? cost : 1000
    }
}
