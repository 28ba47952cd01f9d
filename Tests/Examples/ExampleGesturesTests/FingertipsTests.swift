import ExampleGestures
import Foundation
import Testing

@Suite struct FingertipsTests {
    private let size = CGSize(width: 1000, height: 800)

    @Test func showsTheTipsOfAllHands() {
        let hands = [
            SyntheticHand.points(raised: [.index]), SyntheticHand.points(raised: [], at: CGPoint(x: 300, y: 200)),
        ]
        let tips = Fingertips(of: hands, in: size).tips
        #expect(tips.map(\.hand) == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
        #expect(tips.map(\.finger) == Finger.allCases + Finger.allCases)
        #expect(tips[1].location == hands[0][.indexTip].location)
        #expect(tips[1].confidence == 1)
    }

    @Test func skipsTipsOutsideTheImageAndUncertainTips() {
        var hand = SyntheticHand.points(raised: [.index])
        hand[.thumbTip].location = CGPoint(x: -0.5, y: 3)
        hand[.indexTip].location = CGPoint(x: 1000, y: 800)
        hand[.middleTip].location = CGPoint(x: 5, y: 800.5)
        hand[.ringTip].confidence = 0.3
        hand[.littleTip].confidence = 0.31
        #expect(Fingertips(of: [hand], in: size).tips.map(\.finger) == [.index, .little])
        #expect(Fingertips(of: [hand], in: size, above: 0.5).tips.map(\.finger) == [.index])
    }

    @Test(arguments: SyntheticHand.degenerate) func doesNotTrapOnDegenerateHands(hand: HandPoints) {
        let tips = Fingertips(of: [hand], in: size).tips
        #expect(tips.allSatisfy { $0.location.x.isFinite && $0.location.y.isFinite })
    }
}
