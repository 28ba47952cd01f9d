import TegataHands

extension Tracklet {
    /// The most sightings of a jump, which leads elsewhere and back.
    private static let longestJump = 2
    /// The distance from the path before and after a jump, and the distance between these, at most, for each frame, in
    /// palm lengths.
    private static let (jumpLength, comeback): (Float, Float) = (0.6, 0.5)

    /// Removes jumps from a track, and returns them. The hand was not there: the results before and after agree.
    static func removeJumps(_ track: inout [Sighting]) -> [[Sighting]] {
        var jumps: [[Sighting]] = []
        var kept: [Sighting] = []
        var index = 0
        while index < track.count {
            if let last = kept.last, let count = jumpCount(track, index, after: last) {
                jumps.append(Array(track[index..<index + count]))
                index += count
            }
            kept.append(track[index])
            index += 1
        }
        track = kept
        return jumps
    }

    /// Returns the number of sightings from `index` on that are a jump; nil if the hand just moves.
    private static func jumpCount(_ track: [Sighting], _ index: Int, after last: Sighting) -> Int? {
        for count in 1...longestJump where index + count < track.count {
            let next = track[index + count]
            guard next.frame == last.frame + count + 1 else { continue }
            let palm = max(last.place.palmLength, next.place.palmLength)
            let way = next.place.center - last.place.center
            guard way.length < comeback * palm * Float(count + 1) else { continue }
            let isAway = (0..<count).allSatisfy { place in
                let share = Float(place + 1) / Float(count + 1)
                let expected = last.place.center + way * share
                return (track[index + place].place.center - expected).length > jumpLength * palm
            }
            if isAway { return count }
        }
        return nil
    }
}
