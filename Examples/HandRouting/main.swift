import ExampleGestures
import ExampleSupport

/// The left hand counts and the right hand shows signs; each has its own recogniser.
struct HandRouting: ExampleProgram {
    static let purpose = "Counts the fingers of the left hand and reads the signs of the right hand."

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
