import ExampleGestures
import ExampleSupport

/// Shows the fingertips of two hands; tips with more confidence are drawn larger.
struct FingertipOverlay: ExampleProgram {
    static let purpose = "Shows the fingertips of two hands."

    func look(at frame: inout ExampleFrame) {
        let fingertips = Fingertips(of: frame.hands.map(\.points), in: frame.size)
        for tip in fingertips.tips {
            let ink: ExampleFrame.Ink =
                switch tip.finger {
                case .thumb: .red
                case .index: .yellow
                case .middle: .green
                case .ring: .blue
                case .little: .white
                }
            frame.drawDot(at: tip.location, size: Double(tip.confidence), ink)
        }
        frame.say("fingertips \(fingertips.tips.count)")
    }
}

runExample(FingertipOverlay())
