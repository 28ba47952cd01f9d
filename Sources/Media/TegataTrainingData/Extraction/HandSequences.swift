import TegataClassifiers

/// Makes sequences of the hands that were found in a clip's frames.
enum HandSequences {
    /// One sequence for every hand. A hand that was lost and comes back goes on where nothing else does; what is seen
    /// only for a moment is left out.
    static func sequences(_ found: FoundFrames) -> [HandSequence] {
        var tracks: [Int: [Int: HandKeyPoints]] = [:]
        var order: [Int] = []
        for (index, hands) in found.frames.enumerated() {
            for hand in hands {
                if tracks[hand.identifier] == nil { order.append(hand.identifier) }
                tracks[hand.identifier, default: [:]][index] = hand.hand.keyPoints
            }
        }
        var joined: [[Int: HandKeyPoints]] = []
        for identifier in order {
            guard let track = tracks[identifier], let first = track.keys.min(),
                let chirality = track[first]?.chirality
            else { continue }
            let previous = joined.firstIndex { other in
                guard let last = other.keys.max(), last < first else { return false }
                return other[last]?.chirality == chirality
            }
            if let previous { joined[previous].merge(track) { own, _ in own } } else { joined.append(track) }
        }
        let longest = joined.reduce(0) { max($0, $1.count) }
        return joined.filter { $0.count * 4 >= longest }.map { track in
            let (first, last) = (track.keys.min() ?? 0, track.keys.max() ?? 0)
            return HandSequence(
                frames: (first...last).map { track[$0] ?? HandKeyPoints() }, frameRate: found.frameRate,
                firstFrame: first)
        }
    }
}
