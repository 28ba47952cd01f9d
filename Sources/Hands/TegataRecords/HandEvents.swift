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

    /// The changes of fingers; nil if their events are not requested.
    private var fingers: FingerEvents?

    package init(ofFingers: Bool) {
        fingers = ofFingers ? FingerEvents() : nil
    }

    /// The visible hands with their start times in milliseconds, and the gestures that have begun, by hand ID.
    private var hands: [Int: (name: String, start: Milliseconds)] = [:]
    private var gestures: [Int: TimedGesture] = [:]
    /// The durations of gestures that ended because their hands disappeared, by hand ID.
    private var wholeBefore: [Int: Milliseconds] = [:]
    private var last: (source: String, frame: FrameRecord.Frame)?

    private struct TimedGesture {
        let name: String
        /// The time from which the gesture is counted.
        let start: Milliseconds
        /// The time for which the gesture has been seen since then.
        var milliseconds: Milliseconds
        /// The whole duration of the gesture, including the time before the hand was out of sight.
        var whole: Milliseconds
    }

    /// Returns the events of the next frame.
    package mutating func events(in record: FrameRecord) -> [Event] {
        guard let frame = record.frame else { return [] }
        last = (record.source, frame)
        let present = Set(record.hands.compactMap { $0.identifier })
        var events = disappearances { !present.contains($0) }
        for hand in record.hands {
            guard let identifier = hand.identifier, hands[identifier] == nil else { continue }
            hands[identifier] = (hand.handedness.name, frame.milliseconds)
            events.append(event(identifier, "appeared", hand.handedness.name, 0))
        }
        for change in record.gestureEvents {
            append(change, at: frame.milliseconds, isPresent: present.contains(change.handIdentifier), to: &events)
        }
        for hand in record.hands {
            guard let identifier = hand.identifier else { continue }
            for change in fingers?.changes(of: hand, identifier, at: frame.milliseconds) ?? [] {
                events.append(event(identifier, change.state.name, change.finger, change.milliseconds))
            }
        }
        events += (record.actionEvents ?? []).map { event($0.handIdentifier, "action", $0.name, 0) }
        return events.compactMap { $0 }
    }

    /// Adds the events for a gesture change. A hand that disappears ends its gesture. If the hand returns with the same
    /// gesture before the recogniser has ended it, the gesture begins again, and the earlier time is not counted twice.
    private mutating func append(
        _ change: GestureEvent, at time: Milliseconds, isPresent: Bool, to events: inout [Event?]
    ) {
        let identifier = change.handIdentifier
        switch change.kind {
        case .began, .held:
            guard isPresent else { return }
            if var gesture = gestures[identifier] {
                // The duration grows only with frames that show the gesture.
                if change.milliseconds > gesture.whole { gesture.milliseconds = time - gesture.start }
                gesture.whole = change.milliseconds
                gestures[identifier] = gesture
            } else {
                // If the duration has not grown, the hand is back but is making another gesture.
                if change.kind == .held, let before = wholeBefore[identifier], change.milliseconds <= before { return }
                wholeBefore[identifier] = nil
                let seen = change.kind == .began ? change.milliseconds : 0
                gestures[identifier] = TimedGesture(
                    name: change.name, start: time - seen, milliseconds: seen, whole: change.milliseconds)
                events.append(event(identifier, GestureEvent.Kind.began.name, change.name, seen))
            }
        case .ended:
            wholeBefore[identifier] = nil
            guard let gesture = gestures.removeValue(forKey: identifier) else { return }
            events.append(event(identifier, change.kind.name, change.name, gesture.milliseconds))
        }
    }

    /// Ends the video, and returns the events of hands and gestures that end with it.
    package mutating func end() -> [Event] {
        let events = disappearances { _ in true }
        self = HandEvents(ofFingers: fingers != nil)
        return events.compactMap { $0 }
    }

    private mutating func disappearances(where isGone: (Int) -> Bool) -> [Event?] {
        let gone = hands.filter { isGone($0.key) }.sorted { $0.key < $1.key }
        return gone.flatMap { identifier, hand in
            hands[identifier] = nil
            fingers?.forget(identifier)
            let gesture = gestures.removeValue(forKey: identifier)
            wholeBefore[identifier] = gesture?.whole ?? wholeBefore[identifier]
            return [
                gesture.flatMap { event(identifier, GestureEvent.Kind.ended.name, $0.name, $0.milliseconds) },
                event(identifier, "disappeared", hand.name, (last?.frame.milliseconds ?? 0) - hand.start),
            ]
        }
    }

    private func event(_ identifier: Int, _ kind: String, _ name: String, _ milliseconds: Milliseconds) -> Event? {
        last.map {
            Event(
                source: $0.source, frame: $0.frame, handIdentifier: identifier, kind: kind, name: name,
                milliseconds: milliseconds)
        }
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
