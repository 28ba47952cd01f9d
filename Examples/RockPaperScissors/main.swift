import ExampleGestures
import ExampleSupport

/// Reads the sign of one hand, or the signs of two hands that play against each other: the one farther to the left, and
/// the other.
struct RockPaperScissors: ExampleProgram {
    static let purpose = "Reads the signs of stone, paper, scissors, and reports which of two hands wins."

    private var readers = [HandSignReader(), HandSignReader()]

    mutating func look(at frame: inout ExampleFrame) {
        let hands = frame.hands.map(\.points).sorted { ($0.palm?.x ?? 0) < ($1.palm?.x ?? 0) }
        for (place, name) in zip(readers.indices, ["left", "right"]) {
            let hand = hands.indices.contains(place) ? hands[place] : nil
            let sign = readers[place].read(hand, at: frame.seconds)
            guard let hand else { continue }
            let fingers = ExtendedFingers(of: hand)
            frame.drawFingers(of: hand) { fingers.extended.contains($0) ? .green : .red }
            let certainty = readers[place].state?.isDefinite == true ? "" : " (possibly)"
            frame.say("\(name) player: \(sign?.rawValue ?? "nothing")\(sign == nil ? "" : certainty)")
        }
        if hands.isEmpty { frame.say("no hand") }
        guard let left = readers[0].sign, let right = readers[1].sign else { return }
        frame.say(left == right ? "a draw" : "the \(left.beats(right) ? "left" : "right") player wins")
    }
}

runExample(RockPaperScissors())
