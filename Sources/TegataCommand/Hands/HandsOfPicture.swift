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
    }

    private func write(_ json: inout JSONWriter, _ point: HandPoint) {
        json.object { json in
            json.member("x", point.x)
            json.member("y", point.y)
            json.member("z", point.z)
        }
    }

    /// One line for people, such as `photo.jpg: 2 hands: Left 98 %, Right 95 %`.
    var summary: String {
        var place = printable(source)
        if let frame { place += " at \(fixed(Double(frame.milliseconds) / 1000, 2)) s" }
        let texts = zip(names, hands).map { "\($0) \(fixed(Double($1.handednessScore) * 100, 0)) %" }
        switch hands.count {
        case 0: return "\(place): no hand"
        case 1: return "\(place): 1 hand: \(texts[0])"
        default: return "\(place): \(hands.count) hands: \(texts.joined(separator: ", "))"
        }
    }

    /// What the hands are called, such as `#1 Left`.
    var names: [String] {
        hands.map { hand in (hand.identifier.map { "#\($0) " } ?? "") + hand.handedness.name }
    }
}
