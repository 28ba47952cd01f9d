import TegataHands

/// Exchanges parts of two tracks where the sides of the hands speak for it. Links from part to part see only what is
/// close in time: two hands that meet may look as if they had passed each other, although long before and after each of
/// them is the other one.
struct Exchanges {
    /// What a sighting with a certain side is worth, in units of the costs of links.
    private static let evidence: Float = 0.3
    private(set) var tracks: [[Tracklet]]

    init(_ tracks: [[Tracklet]]) {
        self.tracks = tracks
        for first in tracks.indices {
            for second in tracks.indices where second > first {
                exchange(first, second)
            }
        }
    }

    /// A place at which two tracks may exchange what follows: the numbers of tracklets before it, and what links cost
    /// with and without an exchange.
    private struct Crossing {
        let (a, b): (Int, Int)
        let (straight, crossed): (Float, Float)
    }

    private func crossings(_ a: [Tracklet], _ b: [Tracklet]) -> [Crossing] {
        var crossings: [Crossing] = []
        var start = 1
        for first in a.indices.dropFirst() {
            var best: Crossing?
            for second in start..<max(start, b.count) {
                let (a0, a1, b0, b1) = (a[first - 1], a[first], b[second - 1], b[second])
                guard a0.last.frame < b1.first.frame, b0.last.frame < a1.first.frame else { continue }
                let crossed = TrackletLinks.cost(from: a0, to: b1) + TrackletLinks.cost(from: b0, to: a1)
                let straight = TrackletLinks.cost(from: a0, to: a1) + TrackletLinks.cost(from: b0, to: b1)
                if crossed - straight < best.map({ $0.crossed - $0.straight }) ?? .infinity {
                    best = Crossing(a: first, b: second, straight: straight, crossed: crossed)
                }
            }
            if let best {
                crossings.append(best)
                start = best.b + 1
            }
        }
        return crossings
    }

    private mutating func exchange(_ first: Int, _ second: Int) {
        let (a, b) = (tracks[first], tracks[second])
        guard let aLast = a.last, let bLast = b.last, a[0].first.frame <= bLast.last.frame,
            b[0].first.frame <= aLast.last.frame
        else { return }
        let crossings = crossings(a, b)
        guard !crossings.isEmpty else { return }
        func evidence(_ tracklets: ArraySlice<Tracklet>) -> Float {
            tracklets.reduce(0) { $0 + $1.sightings.reduce(0) { $0 + 2 * $1.rightProbability - 1 } }
        }
        var costs: (straight: Float, crossed: Float) = (0, 0)
        var changes: [(toStraight: Bool, toCrossed: Bool)] = []
        var (aStart, bStart) = (0, 0)
        for index in 0...crossings.count {
            let aEnd = index < crossings.count ? crossings[index].a : a.count
            let bEnd = index < crossings.count ? crossings[index].b : b.count
            let worth = Self.evidence * (evidence(a[aStart..<aEnd]) - evidence(b[bStart..<bEnd]))
            if index > 0 {
                let crossing = crossings[index - 1]
                let change = (
                    toStraight: costs.crossed + crossing.crossed < costs.straight + crossing.straight,
                    toCrossed: costs.straight + crossing.crossed < costs.crossed + crossing.straight
                )
                costs = (
                    change.toStraight ? costs.crossed + crossing.crossed : costs.straight + crossing.straight,
                    change.toCrossed ? costs.straight + crossing.crossed : costs.crossed + crossing.straight
                )
                changes.append(change)
            }
            costs.straight -= worth
            costs.crossed += worth
            (aStart, bStart) = (aEnd, bEnd)
        }
        // Walk back through the changes.
        var isCrossed = costs.crossed < costs.straight
        var states = [isCrossed]
        for change in changes.reversed() {
            if isCrossed ? change.toCrossed : change.toStraight { isCrossed.toggle() }
            states.append(isCrossed)
        }
        states.reverse()
        guard states.contains(where: { $0 != states[0] }) else { return }
        var (newA, newB): ([Tracklet], [Tracklet]) = ([], [])
        (aStart, bStart) = (0, 0)
        for (index, state) in states.enumerated() {
            let aEnd = index < crossings.count ? crossings[index].a : a.count
            let bEnd = index < crossings.count ? crossings[index].b : b.count
            let (partA, partB) = (a[aStart..<aEnd], b[bStart..<bEnd])
            newA += state == states[0] ? partA : partB
            newB += state == states[0] ? partB : partA
            (aStart, bStart) = (aEnd, bEnd)
        }
        (tracks[first], tracks[second]) = (newA, newB)
    }
}
