import TegataHands
import TegataRecords
import TegataTool

/// Text that describes results for people.
extension FrameRecord {
    /// Returns one line such as `photo.jpg: 2 hands: Left 98 %, Right 95 % Victory 78 %`; `remark` follows the number
    /// of hands.
    func summary(remark: String? = nil, gestures: Bool = true) -> String {
        let remark = remark.map { " (\($0))" } ?? ""
        let texts = zip(names, hands).map { name, hand in
            var text = "\(name) \(percentage(hand.handednessScore))"
            if gestures, let gesture = hand.gesture {
                let isNone = Gesture.noneNames.contains(gesture.name)
                text += isNone ? " no gesture" : " \(printable(gesture.label)) \(percentage(gesture.score))"
            }
            if let action = hand.action { text += " \(printable(action.name)) \(percentage(action.score))" }
            return text
        }
        return switch hands.count {
        case 0: "\(place): no hand"
        case 1: "\(place): 1 hand\(remark): \(texts[0])"
        default: "\(place): \(hands.count) hands\(remark): \(texts.joined(separator: ", "))"
        }
    }

    /// The lines for gestures that began or ended, such as `video.mp4 at 1.20 s: #1 began Victory`.
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

    /// The names of the hands, such as `#1 Left`.
    var names: [String] {
        hands.map { hand in (hand.identifier.map { "#\($0) " } ?? "") + hand.handedness.name }
    }

    /// Returns the names of the hands with their actions and, if `gestures` is set, their gestures.
    func namesWithContents(gestures: Bool) -> [String] {
        zip(names, hands).map { name, hand in
            "\(name)\n\(hand.action?.name ?? "")\n\(gestures ? hand.gesture?.name ?? "" : "")"
        }
    }
}

/// The limit on the number of hands. If it is reached, there may be more hands, which is mentioned in a single remark.
struct HandLimit {
    private let count: Int
    private var isTold = false

    init(_ count: Int) {
        self.count = count
    }

    /// Returns the remark to follow the number of hands; nil if there is none.
    mutating func remark(on hands: FrameRecord) -> String? {
        guard hands.hands.count >= count, !isTold else { return nil }
        isTold = true
        return "the limit; --num-hands N finds more"
    }
}
