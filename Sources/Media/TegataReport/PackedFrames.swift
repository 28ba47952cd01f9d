import TegataHands

/// What was found in some frames that follow each other: what plots need of all frames apart from the points, which are
/// looked up one by one.
struct PackedFrames {
    private(set) var frames = PackedNumbers()
    private(set) var points = PackedNumbers()

    /// What the page is told of a frame beside its hands.
    struct Head {
        /// Nil for pictures.
        let frame: Int?
        let milliseconds: Int?
        let source: String
        let width: Int
        let height: Int
        let hasGestures: Bool
    }

    var isEmpty: Bool { frames.count == 0 }

    /// Whether there is so much that it should be written. The page unpacks such a block in a few milliseconds.
    var isFull: Bool { points.count >= 192 << 10 || frames.count >= 48 << 10 }

    mutating func removeAll() {
        frames.removeAll()
        points.removeAll()
    }

    mutating func append(_ head: Head, _ hands: [HandResult], _ events: [GestureEvent], _ texts: inout TextTable) {
        frames.append(head.frame ?? 0)
        frames.append(head.milliseconds ?? 0)
        frames.append(flags(head.frame != nil, head.hasGestures))
        frames.append(small: texts.number(of: head.source))
        frames.append(small: head.width)
        frames.append(small: head.height)
        frames.append(small: hands.count)
        frames.append(small: events.count)
        for hand in hands { append(hand, &texts) }
        for event in events {
            frames.append(event.handIdentifier)
            frames.append(event.milliseconds)
            frames.append(small: GestureEvent.Kind.allCases.firstIndex(of: event.kind) ?? 0)
            frames.append(small: texts.number(of: event.name))
        }
    }

    private mutating func append(_ hand: HandResult, _ texts: inout TextTable) {
        frames.append(hand.identifier ?? 0)
        frames.append(
            flags(hand.identifier != nil, hand.handedness == .left, hand.gesture != nil, hand.gestureDetails != nil))
        frames.append(hand.handednessScore)
        frames.append(small: hand.gesture.map { texts.number(of: $0.name) } ?? 0)
        frames.append(hand.gesture?.score ?? 0)
        frames.append(small: points.count)
        for point in hand.landmarks { append(point) }
        for point in hand.worldLandmarks { append(point) }
        guard let details = hand.gestureDetails else { return }
        points.append(small: details.embedding.count)
        points.append(small: details.custom.count)
        points.append(small: details.canned.count)
        for value in details.embedding { points.append(value) }
        for score in details.custom + details.canned {
            points.append(score.index)
            points.append(score.score)
            points.append(small: texts.number(of: score.name))
            points.append(small: texts.number(of: score.displayName))
        }
    }

    private mutating func append(_ point: HandPoint) {
        points.append(point.x)
        points.append(point.y)
        points.append(point.z)
    }

    /// The first from the lowest bit on.
    private func flags(_ values: Bool...) -> UInt32 {
        var bits: UInt32 = 0
        for (index, value) in values.enumerated() where value { bits |= 1 << UInt32(index) }
        return bits
    }
}
