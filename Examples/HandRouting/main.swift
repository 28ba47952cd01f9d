import ExampleGestures
import ExampleSupport

/// The left hand counts and the right one shows signs, each with a recogniser of its own.
struct HandRouting: ExampleProgram {
    static let purpose = "Hands the left hand to a counter of fingers and the right hand to a reader of signs."

    private var router = HandRouter(left: FingerReader(), right: HandSignReader())

    mutating func look(at frame: inout ExampleFrame) {
        let result = router.route(frame.hands, at: frame.seconds)
        for (index, hand) in frame.hands.enumerated() {
            let ink: ExampleFrame.Ink =
                index == result.leftIndex ? .blue : index == result.rightIndex ? .yellow : .white
            frame.drawFingers(of: hand.points) { _ in ink }
        }
        frame.say("left hand: \(result.left.map { "\($0) raised" } ?? "none")")
        let sign = result.rightIndex == nil ? "none" : result.right?.rawValue ?? "nothing"
        frame.say("right hand: \(sign)")
    }
}

runExample(HandRouting())
