import TegataBuffers
import TegataHands
import TegataRecords

/// Something in a video's tracks that is probably wrong.
package struct TrackFault: Sendable, Equatable {
    /// The raw values are the names in files.
    package enum Kind: String, Sendable, CaseIterable {
        /// Two hands exchange their IDs.
        case swap
        /// A hand gets another ID.
        case identity
        /// A hand is missing, although it has not left the image.
        case loss
        /// A hand has the other side than in the rest of its track.
        case flip
        /// A hand is somewhere else for one or two frames.
        case jump
        /// A bone is suddenly much longer.
        case stretch
        /// Two hands are in the same place.
        case overlap
    }

    package let kind: Kind
    /// The IDs of the hands, in ascending order.
    package let identifiers: [Int]
    /// The indices of the first and the last frame.
    package let first: Int
    package let last: Int
}

/// Finds the faults of tracks: where they differ from what revised tracks would be.
struct FaultSearch {
    private let frames: [FrameRecord]
    private(set) var faults: [TrackFault] = []

    init(_ frames: [FrameRecord]) {
        self.frames = frames
        let cut = CutTracks(frames)
        for jump in cut.jumps { add(.jump, [jump[0].identifier], jump[0].frame, jump[jump.count - 1].frame) }
        let tracks = TrackletLinks(cut.tracklets).tracks
        findIdentityChanges(tracks)
        for track in tracks {
            findLosses(track)
            findFlips(track)
            findStretches(track)
        }
        findOverlaps()
        faults.sort { ($0.first, $0.last, $0.kind.rawValue) < ($1.first, $1.last, $1.kind.rawValue) }
    }

    private mutating func add(_ kind: TrackFault.Kind, _ identifiers: [Int], _ first: Int, _ last: Int) {
        faults.append(TrackFault(kind: kind, identifiers: identifiers.sorted(), first: first, last: last))
    }

    // MARK: IDs

    /// The time in frames within which two changes of IDs belong together.
    private static let swapFrames = 30

    /// Finds steps of tracks from one ID to another. A swap is two such steps in opposite directions, or a step to an ID
    /// that another hand had before.
    private mutating func findIdentityChanges(_ tracks: [[Tracklet]]) {
        var steps: [(from: Int, to: Int, last: Int, first: Int)] = []
        var starts: [Int: Int] = [:]
        for track in tracks {
            for tracklet in track {
                let identifier = tracklet.first.identifier
                starts[identifier] = min(starts[identifier] ?? .max, tracklet.first.frame)
            }
            for (end, start) in zip(track, track.dropFirst()) where end.first.identifier != start.first.identifier {
                steps.append((end.first.identifier, start.first.identifier, end.last.frame, start.first.frame))
            }
        }
        steps.sort { ($0.first, $0.from, $0.to) < ($1.first, $1.from, $1.to) }
        var isDone = [Bool](repeating: false, count: steps.count)
        for (index, step) in steps.enumerated() where !isDone[index] {
            let reverse = steps.indices.first { other in
                other > index && !isDone[other] && steps[other].from == step.to && steps[other].to == step.from
                    && steps[other].last - step.first < Self.swapFrames
            }
            if let reverse { isDone[reverse] = true }
            let isKnown = reverse != nil || (starts[step.to] ?? step.first) < step.first
            add(
                isKnown ? .swap : .identity, [step.from, step.to], step.first,
                max(step.first, reverse.map { steps[$0].first } ?? 0))
        }
    }

    // MARK: Losses

    /// The time for which a hand that disappears inside the image is reported.
    private static let reportedLoss: Milliseconds = 1000
    /// The shortest track whose end is a loss, because hands that are not there come and go.
    private static let shortestTrack = 5

    private mutating func findLosses(_ track: [Tracklet]) {
        for (end, start) in zip(track, track.dropFirst()) where start.first.frame > end.last.frame + 1 {
            if TrackGap(end, start, frames).staysInside {
                add(
                    .loss, Array(Set([end.last.identifier, start.first.identifier])), end.last.frame + 1,
                    start.first.frame - 1)
            }
        }
        guard let end = track.last, track.reduce(0, { $0 + $1.sightings.count }) >= Self.shortestTrack,
            end.last.frame + 1 < frames.count, isInside(end)
        else { return }
        var last = end.last.frame + 1
        while last + 1 < frames.count,
            elapsed(from: end.last.milliseconds, to: frames[last + 1].milliseconds) <= Self.reportedLoss
        {
            last += 1
        }
        add(.loss, [end.last.identifier], end.last.frame + 1, last)
    }

    /// Whether a hand is far from the border, and also a quarter of a second later if it keeps moving.
    private func isInside(_ end: Tracklet) -> Bool {
        let size = frames[end.last.frame].size
        let palm = end.last.place.palmLength
        let edge = SIMD2(size.width, size.height) / size.longerSide
        let next = end.last.place.center + end.lastVelocity * 0.25
        return [end.last.place.center, next].allSatisfy {
            $0.x > palm && $0.y > palm && $0.x < edge.x - palm && $0.y < edge.y - palm
        }
    }

    // MARK: Sides

    private mutating func findFlips(_ track: [Tracklet]) {
        let sightings = track.flatMap { $0.sightings }
        let isRight = sightings.reduce(0) { $0 + $1.rightProbability - 0.5 } >= 0
        addRuns(.flip, sightings, sightings.map { ($0.rightProbability >= 0.5) != isRight })
    }

    /// Adds a fault for each run of faulty sightings.
    private mutating func addRuns(_ kind: TrackFault.Kind, _ sightings: [Sighting], _ areFaulty: [Bool]) {
        var run: [Sighting] = []
        func addRun() {
            guard let first = run.first, let last = run.last else { return }
            add(kind, Array(Set(run.map { $0.identifier })), first.frame, last.frame)
            run = []
        }
        for (sighting, isFaulty) in zip(sightings, areFaulty) {
            if isFaulty {
                run.append(sighting)
            } else {
                addRun()
            }
        }
        addRun()
    }

    // MARK: Bones

    /// The factors by which a bone grows from one frame to the next, and exceeds its median length in the track.
    private static let (growth, excess): (Float, Float) = (1.65, 1.45)
    /// The factor of growth at which a bone is as before.
    private static let comeback: Float = 1.2
    private static let shortestStretch = 3

    /// Finds bones that suddenly grow and stay so. Slow changes come from the views of a hand: the network's bones are up
    /// to twice as long as usual in some.
    private mutating func findStretches(_ track: [Tracklet]) {
        let sightings = track.flatMap { $0.sightings }
        let lengths = sightings.map { BoneLengths(frames[$0.frame].hands[$0.hand].worldLandmarks) }
        let usual = BoneLengths.median(lengths)
        var isStretched = [Bool](repeating: false, count: sightings.count)
        for bone in BoneLengths.indices {
            var index = 1
            while index < sightings.count {
                let before = lengths[index - 1][bone]
                var end = index
                if sightings[index].frame == sightings[index - 1].frame + 1,
                    lengths[index][bone] > Self.growth * before
                {
                    while end < sightings.count, lengths[end][bone] > Self.comeback * before,
                        lengths[end][bone] > Self.excess * usual[bone]
                    { end += 1 }
                }
                if end - index >= Self.shortestStretch { for place in index..<end { isStretched[place] = true } }
                index = max(end, index + 1)
            }
        }
        addRuns(.stretch, sightings, isStretched)
    }

    // MARK: Places

    private mutating func findOverlaps() {
        var open: [(identifiers: [Int], first: Int, last: Int)] = []
        for (index, record) in frames.enumerated() {
            for (place, hand) in record.hands.enumerated() {
                for other in record.hands[(place + 1)...]
                where record.size.areDuplicates(hand.landmarks, other.landmarks) {
                    let identifiers = [hand.identifier ?? 0, other.identifier ?? 0].sorted()
                    if let run = open.firstIndex(where: { $0.identifiers == identifiers && $0.last == index - 1 }) {
                        open[run].last = index
                    } else {
                        open.append((identifiers, index, index))
                    }
                }
            }
        }
        for run in open { add(.overlap, run.identifiers, run.first, run.last) }
    }
}

/// The lengths of the bones of the palm and of the first bones of the fingers, compared with the other fingers' bones.
/// The other bones vary most, and the network's views of a hand change all fingers together.
private struct BoneLengths {
    /// The points at which the bones end: the knuckle and the next joint of each finger.
    private static let ends = [5, 6, 9, 10, 13, 14, 17, 18]
    static let indices = 0..<ends.count

    private var lengths: [Float]

    subscript(bone: Int) -> Float { lengths[bone] }

    init(_ points: HandPoints) {
        let all = Self.ends.map { end in
            let (start, end) = (points[end % 4 == 1 ? 0 : end - 1], points[end])
            let (x, y, z) = (end.x - start.x, end.y - start.y, end.z - start.z)
            return (x * x + y * y + z * z).squareRoot()
        }
        lengths = Self.indices.map { bone in
            all[bone] / Self.indices.reduce(0) { $1 % 2 == bone % 2 && $1 != bone ? $0 + all[$1] : $0 }
        }
    }

    private init(lengths: [Float]) {
        self.lengths = lengths
    }

    static func median(_ all: [BoneLengths]) -> BoneLengths {
        BoneLengths(lengths: indices.map { bone in all.map { $0[bone] }.sorted()[all.count / 2] })
    }
}
