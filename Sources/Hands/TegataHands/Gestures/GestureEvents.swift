import TegataBuffers

/// A change in a hand's gesture in a video, or the continuation of a gesture.
public struct GestureEvent: Sendable, Equatable {
    /// The kinds of events.
    public enum Kind: Sendable, CaseIterable {
        /// The hand has made the gesture for long enough.
        case began
        /// The gesture continues. This is reported in every frame.
        case held
        /// The hand has not made the gesture for long enough, or has disappeared.
        case ended

        /// The name in files.
        package var name: String {
            switch self {
            case .began: "began"
            case .held: "held"
            case .ended: "ended"
            }
        }
    }

    /// The kind of this event.
    public let kind: Kind
    /// The hand's track ID, as in ``HandResult/identifier``.
    public let handIdentifier: Int
    /// The name of the gesture.
    public let name: String
    /// The time for which the hand has made the gesture, from the first frame that shows it to the last.
    public let milliseconds: Milliseconds
}

/// Detects from the gestures in each frame when a hand begins and ends one; flickering causes neither.
package struct GestureEvents {
    private var hands: [HandGesture] = []

    package init() {}

    package mutating func removeAll() {
        hands.removeAll(keepingCapacity: true)
    }

    /// Returns the events of a frame: first those for its hands, in their order, then those for hands that are out of
    /// sight.
    package mutating func update(_ found: [HandResult], milliseconds: Milliseconds, options: GestureEventOptions)
        -> [GestureEvent]
    {
        var events: [GestureEvent] = []
        for index in hands.indices { hands[index].isInSight = false }
        for hand in found {
            guard let identifier = hand.identifier else { continue }
            var place = hands.firstIndex { $0.identifier == identifier }
            if place == nil {
                place = hands.count
                hands.append(HandGesture(identifier: identifier))
            }
            guard let place else { continue }
            hands[place].isInSight = true
            hands[place].update(shown(by: hand, options), milliseconds, options, &events)
        }
        for index in hands.indices where !hands[index].isInSight {
            hands[index].update(nil, milliseconds, options, &events)
        }
        hands.removeAll { !$0.isInSight && $0.current == nil }
        return events
    }

    /// Returns the name of the hand's gesture; nil if it does not qualify.
    private func shown(by hand: HandResult, _ options: GestureEventOptions) -> String? {
        guard let gesture = hand.gesture, !gesture.name.isEmpty, gesture.score >= options.minimumScore else {
            return nil
        }
        for name in Gesture.noneNames where isSame(gesture.name, name) { return nil }
        return gesture.name
    }
}

/// The state of a hand's gesture.
private struct HandGesture {
    let identifier: Int
    var isInSight = false
    /// The gesture that has begun but not ended; nil if there is none.
    private(set) var current: String?
    private var currentStart: Milliseconds = 0
    private var currentLastSeen: Milliseconds = 0
    /// The gesture that may begin; nil if there is none.
    private var next: String?
    private var nextStart: Milliseconds = 0

    init(identifier: Int) {
        self.identifier = identifier
    }

    mutating func update(
        _ shown: String?, _ milliseconds: Milliseconds, _ options: GestureEventOptions, _ events: inout [GestureEvent]
    ) {
        if let current {
            if let shown, isSame(shown, current) {
                currentLastSeen = milliseconds
                next = nil
                events.append(event(.held, current))
                return
            }
            if elapsed(from: currentLastSeen, to: milliseconds) >= options.releaseMilliseconds {
                events.append(event(.ended, current))
                self.current = nil
            } else {
                events.append(event(.held, current))
            }
        }
        guard let shown else {
            next = nil
            return
        }
        if next.map({ isSame($0, shown) }) != true {
            next = shown
            nextStart = milliseconds
        }
        guard current == nil, elapsed(from: nextStart, to: milliseconds) >= options.dwellMilliseconds else { return }
        current = shown
        currentStart = nextStart
        currentLastSeen = milliseconds
        next = nil
        events.append(event(.began, shown))
    }

    private func event(_ kind: GestureEvent.Kind, _ name: String) -> GestureEvent {
        GestureEvent(
            kind: kind, handIdentifier: identifier, name: name,
            milliseconds: elapsed(from: currentStart, to: currentLastSeen))
    }
}
