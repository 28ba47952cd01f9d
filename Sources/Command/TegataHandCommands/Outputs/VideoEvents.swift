import TegataHands
import TegataRecords
import TegataTool

/// Which hands of a video come and go, which gestures they begin and end, and what their fingers do if that is asked for.
struct VideoEvents {
    /// Something that happened in a frame.
    struct Event {
        let source: String
        let frame: FrameRecord.Frame
        let handIdentifier: Int
        /// What happened: a hand `appeared` or `disappeared`, a gesture `began` or `ended`, an `action` began, or
        /// a finger is `extended` or `curled`.
        let kind: String
        /// Of the hand, the gesture, the action or the finger.
        let name: String
        /// For how long the hand was there, the gesture was made or the finger has been so.
        let milliseconds: Int
    }

    /// Nil if events of fingers are not asked for.
    private var fingers: FingerEvents?

    init(ofFingers: Bool) {
        fingers = ofFingers ? FingerEvents() : nil
    }

    /// Hands that are there, with the time from which on, and gestures that have begun.
    private var hands: [Int: (name: String, start: Int)] = [:]
    private var gestures: [Int: TimedGesture] = [:]
    /// For how long hands had made the gesture that ended because they were gone.
    private var wholeBefore: [Int: Int] = [:]
    private var last: (source: String, frame: FrameRecord.Frame)?

    private struct TimedGesture {
        let name: String
        /// The time from which it counts.
        let start: Int
        /// For how long it was seen since then.
        var milliseconds: Int
        /// For how long the hand has made it, also before it was out of sight.
        var whole: Int
    }

    /// What happened in the next frame.
    mutating func events(in answer: FrameRecord) -> [Event] {
        guard let frame = answer.frame else { return [] }
        last = (answer.source, frame)
        let present = Set(answer.hands.compactMap(\.identifier))
        var events = disappearances { !present.contains($0) }
        for hand in answer.hands {
            guard let identifier = hand.identifier, hands[identifier] == nil else { continue }
            hands[identifier] = (hand.handedness.name, frame.milliseconds)
            events.append(event(identifier, "appeared", hand.handedness.name, 0))
        }
        for change in answer.gestureEvents {
            append(change, at: frame.milliseconds, isPresent: present.contains(change.handIdentifier), to: &events)
        }
        for hand in answer.hands {
            guard let identifier = hand.identifier else { continue }
            for change in fingers?.changes(of: hand, identifier, at: frame.milliseconds) ?? [] {
                events.append(event(identifier, change.state.name, change.finger, change.milliseconds))
            }
        }
        events += (answer.actionEvents ?? []).map { event($0.handIdentifier, "action", $0.name, 0) }
        return events.compactMap { $0 }
    }

    /// A hand that has gone has ended its gesture, and begins it anew where it comes back and still makes it before
    /// others would say that it has ended: what was before does not count again.
    private mutating func append(
        _ change: GestureEvent, at time: Int, isPresent: Bool, to events: inout [Event?]
    ) {
        let identifier = change.handIdentifier
        switch change.kind {
        case .began, .held:
            guard isPresent else { return }
            if var gesture = gestures[identifier] {
                // It grows with the frames that show the gesture.
                if change.milliseconds > gesture.whole { gesture.milliseconds = time - gesture.start }
                gesture.whole = change.milliseconds
                gestures[identifier] = gesture
            } else {
                // Where it has not grown, the hand is back and shows something else.
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

    /// What ends because the video does.
    mutating func end() -> [Event] {
        let events = disappearances { _ in true }
        self = VideoEvents(ofFingers: fingers != nil)
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

    private func event(_ identifier: Int, _ kind: String, _ name: String, _ milliseconds: Int) -> Event? {
        last.map {
            Event(
                source: $0.source, frame: $0.frame, handIdentifier: identifier, kind: kind, name: name,
                milliseconds: milliseconds)
        }
    }
}

extension VideoEvents.Event {
    /// Such as `hands.mp4 at 1.20 s: #1 Left appeared`, or `hands.mp4 at 2.40 s: #1 began Victory`.
    var text: String {
        let isOfHand = kind == "appeared" || kind == "disappeared"
        return "\(printable(source)) at \(fixed(Double(frame.milliseconds) / 1000, 2)) s: #\(handIdentifier) "
            + (isOfHand ? "\(name) \(kind)" : "\(kind) \(printable(name))")
    }

    /// One line of JSON.
    var json: String {
        JSONWriter.object { json in
            json.member("source", source)
            json.member("frame", frame.index)
            json.member("timestampMs", frame.milliseconds)
            json.member("id", handIdentifier)
            json.member("event", kind)
            json.member("categoryName", name)
            json.member("durationMs", milliseconds)
        }
    }
}
