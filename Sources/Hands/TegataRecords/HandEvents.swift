import TegataBuffers
import TegataHands

/// The events of a video: hands appear and disappear, gestures begin and end and, on request, fingers move.
package struct HandEvents: Sendable {
    /// An event in a frame.
    package struct Event: Sendable {
        package let source: String
        package let frame: FrameRecord.Frame
        package let handIdentifier: Int
        /// The kind of event: a hand `appeared` or `disappeared`, a gesture `began` or `ended`, an `action` began, or
        /// a finger is `extended` or `curled`.
        package let kind: String
        /// The name of the hand, the gesture, the action or the finger.
        package let name: String
        /// The duration of the hand's presence, of the gesture or of the finger's state.
        package let milliseconds: Milliseconds
    }

    private let reportsFingers: Bool
    /// The hands in ascending order of their IDs. Arrays take less code than dictionaries, and hands are few.
    private var hands: [Hand] = []
    private var last: (source: String, frame: FrameRecord.Frame)?

    private struct Hand {
        let identifier: Int
        var name = ""
        /// The time since which the hand has been visible; nil if it has disappeared.
        var start: Milliseconds?
        var isPresent = true
        /// The gesture that has begun.
        var gesture: TimedGesture?
        /// The duration of a gesture that ended because the hand disappeared.
        var wholeBefore: Milliseconds?
        var fingers = FingerEvents()
    }

    private struct TimedGesture {
        let name: String
        /// The time from which the gesture is counted.
        let start: Milliseconds
        /// The time for which the gesture has been seen since then.
        var milliseconds: Milliseconds
        /// The whole duration of the gesture, including the time before the hand was out of sight.
        var whole: Milliseconds
    }

    package init(ofFingers: Bool) {
        reportsFingers = ofFingers
    }

    /// Returns the events of the next frame.
    package mutating func events(in record: FrameRecord) -> [Event] {
        guard let frame = record.frame else { return [] }
        last = (record.source, frame)
        var events: [Event] = []
        for index in hands.indices { hands[index].isPresent = false }
        for hand in record.hands {
            guard let identifier = hand.identifier else { continue }
            hands[place(of: identifier)].isPresent = true
        }
        endMissingHands(&events)
        for hand in record.hands {
            guard let identifier = hand.identifier else { continue }
            let place = place(of: identifier)
            guard hands[place].start == nil else { continue }
            (hands[place].name, hands[place].start) = (hand.handedness.name, frame.milliseconds)
            append(identifier, "appeared", hand.handedness.name, 0, to: &events)
        }
        for change in record.gestureEvents { append(change, at: frame.milliseconds, to: &events) }
        for hand in record.hands where reportsFingers {
            guard let identifier = hand.identifier else { continue }
            for change in hands[place(of: identifier)].fingers.changes(of: hand.joints, at: frame.milliseconds) {
                append(identifier, change.state.name, change.finger, change.milliseconds, to: &events)
            }
        }
        for action in record.actionEvents ?? [] { append(action.handIdentifier, "action", action.name, 0, to: &events) }
        hands.removeAll { $0.start == nil && $0.wholeBefore == nil }
        return events
    }

    /// Ends the video, and returns the events of hands and gestures that end with it.
    package mutating func end() -> [Event] {
        var events: [Event] = []
        for index in hands.indices { hands[index].isPresent = false }
        endMissingHands(&events)
        self = HandEvents(ofFingers: reportsFingers)
        return events
    }

    /// Returns the place of a hand, which is added if it is new.
    private mutating func place(of identifier: Int) -> Int {
        let place = hands.firstIndex { $0.identifier >= identifier } ?? hands.count
        if place == hands.count || hands[place].identifier != identifier {
            hands.insert(Hand(identifier: identifier), at: place)
        }
        return place
    }

    /// Adds the events for a gesture change. A hand that disappears ends its gesture. If the hand returns with the same
    /// gesture before the recogniser has ended it, the gesture begins again, and the earlier time is not counted twice.
    private mutating func append(_ change: GestureEvent, at time: Milliseconds, to events: inout [Event]) {
        guard let place = hands.firstIndex(where: { $0.identifier == change.handIdentifier }) else { return }
        switch change.kind {
        case .began, .held:
            guard hands[place].isPresent else { return }
            if var gesture = hands[place].gesture {
                // The duration grows only with frames that show the gesture.
                if change.milliseconds > gesture.whole { gesture.milliseconds = time - gesture.start }
                gesture.whole = change.milliseconds
                hands[place].gesture = gesture
            } else {
                // If the duration has not grown, the hand is back but is making another gesture.
                if change.kind == .held, let before = hands[place].wholeBefore, change.milliseconds <= before { return }
                hands[place].wholeBefore = nil
                let seen = change.kind == .began ? change.milliseconds : 0
                hands[place].gesture = TimedGesture(
                    name: change.name, start: time - seen, milliseconds: seen, whole: change.milliseconds)
                append(change.handIdentifier, GestureEvent.Kind.began.name, change.name, seen, to: &events)
            }
        case .ended:
            hands[place].wholeBefore = nil
            guard let gesture = hands[place].gesture else { return }
            hands[place].gesture = nil
            append(change.handIdentifier, change.kind.name, change.name, gesture.milliseconds, to: &events)
        }
    }

    /// Ends all hands that were visible and are not present any more.
    private mutating func endMissingHands(_ events: inout [Event]) {
        for index in hands.indices where !hands[index].isPresent {
            guard let start = hands[index].start else { continue }
            let identifier = hands[index].identifier
            if let gesture = hands[index].gesture {
                hands[index].wholeBefore = gesture.whole
                hands[index].gesture = nil
                append(identifier, GestureEvent.Kind.ended.name, gesture.name, gesture.milliseconds, to: &events)
            }
            let time = (last?.frame.milliseconds ?? 0) - start
            append(identifier, "disappeared", hands[index].name, time, to: &events)
            hands[index].start = nil
            hands[index].fingers = FingerEvents()
        }
    }

    private func append(
        _ identifier: Int, _ kind: String, _ name: String, _ milliseconds: Milliseconds, to events: inout [Event]
    ) {
        guard let last else { return }
        events.append(
            Event(
                source: last.source, frame: last.frame, handIdentifier: identifier, kind: kind, name: name,
                milliseconds: milliseconds))
    }
}

extension HandEvents.Event {
    /// One line of JSON.
    package var json: String { JSONWriter.text { write(to: &$0) } }

    /// Writes the event as an object.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("source", source)
            writeMembers(&json)
        }
    }

    /// Writes all members except the source.
    func writeMembers(_ json: inout JSONWriter) {
        json.member("frame", frame.index)
        json.member("timestampMs", frame.milliseconds)
        json.member("id", handIdentifier)
        json.member("event", kind)
        json.member("categoryName", name)
        json.member("durationMs", milliseconds)
    }
}
