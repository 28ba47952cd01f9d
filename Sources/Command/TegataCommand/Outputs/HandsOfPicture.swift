import TegataHands

/// What was found in a picture or in a frame of a video, as it is written.
struct HandsOfPicture {
    /// The picture's name as the user gave it.
    let source: String
    /// Nil for pictures.
    var frame: Frame?
    let width: Int
    let height: Int
    let hands: [HandResult]
    /// Whether gestures were asked for.
    var hasGestures = false
    /// What hands of a video began, hold or ended.
    var gestureEvents: [GestureEvent] = []

    /// The place of a frame in its video.
    struct Frame {
        let index: Int
        let milliseconds: Int
    }

    /// One line of JSON.
    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("source", source)
            if let frame {
                json.member("frame", frame.index)
                json.member("timestampMs", frame.milliseconds)
            }
            json.member("width", width)
            json.member("height", height)
            json.array("hands", hands) { json, hand in
                json.object { json in write(hand, to: &json) }
            }
            if !gestureEvents.isEmpty { json.array("gestureEvents", gestureEvents, write) }
        }
        return json.text
    }

    private func write(_ hand: HandResult, to json: inout JSONWriter) {
        if let identifier = hand.identifier { json.member("id", identifier) }
        json.object("handedness") { json in
            json.member("index", hand.handedness.rawValue)
            json.member("score", hand.handednessScore)
            json.member("categoryName", hand.handedness.name)
            json.member("displayName", hand.handedness.name)
        }
        json.array("landmarks", hand.landmarks, write)
        json.array("worldLandmarks", hand.worldLandmarks, write)
        if hasGestures { writeGestures(hand, to: &json) }
    }

    /// A list of one gesture or none, as the published task has it: the index tells nothing, and there is no display
    /// name.
    private func writeGestures(_ hand: HandResult, to json: inout JSONWriter) {
        json.array("gestures", hand.gesture.map { [$0] } ?? []) { json, gesture in
            json.object { json in
                json.member("index", -1)
                json.member("score", gesture.score)
                json.member("categoryName", gesture.name)
                json.member("displayName", "")
            }
        }
        guard let details = hand.gestureDetails else { return }
        json.array("customScores", details.custom, write)
        json.array("cannedScores", details.canned, write)
        json.member("embedding", details.embedding)
    }

    private func write(_ json: inout JSONWriter, _ score: GestureScore) {
        json.object { json in
            json.member("index", score.index)
            json.member("score", score.score)
            json.member("categoryName", score.name)
            json.member("displayName", score.displayName)
        }
    }

    private func write(_ json: inout JSONWriter, _ event: GestureEvent) {
        json.object { json in
            json.member("id", event.handIdentifier)
            json.member("event", event.kind.name)
            json.member("categoryName", event.name)
            json.member("durationMs", event.milliseconds)
        }
    }

    private func write(_ json: inout JSONWriter, _ point: HandPoint) {
        json.object { json in
            json.member("x", point.x)
            json.member("y", point.y)
            json.member("z", point.z)
        }
    }

    /// One line for people, such as `photo.jpg: 2 hands: Left 98 %, Right 95 % Victory 78 %`.
    var summary: String {
        let texts = zip(names, hands).map { name, hand in
            let text = "\(name) \(percentage(hand.handednessScore))"
            guard let gesture = hand.gesture else { return text }
            return text
                + " \(printable(gesture.label)) \(percentage(gesture.score))"
        }
        return switch hands.count {
        case 0: "\(place): no hand"
        case 1: "\(place): 1 hand: \(texts[0])"
        default: "\(place): \(hands.count) hands: \(texts.joined(separator: ", "))"
        }
    }

    /// A line for each gesture that began or ended, such as `video.mp4 at 1.20 s: #1 began Victory`.
    var eventLines: [String] {
        gestureEvents.compactMap { event in
            event.kind == .held ? nil : "\(place): #\(event.handIdentifier) \(event.kind.name) \(printable(event.name))"
        }
    }

    private var place: String {
        guard let frame else { return printable(source) }
        return printable(source) + " at \(fixed(Double(frame.milliseconds) / 1000, 2)) s"
    }

    private func percentage(_ score: Float) -> String { fixed(Double(score) * 100, 0) + " %" }

    /// What the hands are called, such as `#1 Left`.
    var names: [String] {
        hands.map { hand in (hand.identifier.map { "#\($0) " } ?? "") + hand.handedness.name }
    }

    /// What the hands are called and what they show.
    var namesWithGestures: [String] {
        zip(names, hands).map { "\($0) \($1.gesture?.name ?? "")" }
    }
}
