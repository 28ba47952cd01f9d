import ExampleGestures
import ExampleSupport

/// Counts the raised fingers of two hands, and next to them the stars of the star-count tutorial.
struct FingerCount: ExampleProgram {
    static let purpose = "Counts the raised fingers of two hands."

    func look(at frame: inout ExampleFrame) {
        let hands = frame.hands.map(\.points)
        let raised = hands.map { ExtendedFingers(of: $0) }
        for (hand, fingers) in zip(hands, raised) {
            frame.drawFingers(of: hand) { fingers.extended.contains($0) ? .green : .red }
        }
        let stars = StarCount(hands)
        for star in stars.stars { frame.drawDot(at: star, .yellow) }
        let count = raised.reduce(0) { $0 + $1.count }
        frame.say("hands \(hands.count), raised \(count), stars \(stars.count)")
    }
}

runExample(FingerCount())
