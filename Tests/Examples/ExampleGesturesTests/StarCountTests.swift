import ExampleGestures
import Foundation
import Testing

@Suite struct StarCountTests {
    @Test func turnsAllClearlySeenTipsIntoStars() {
        var left = SyntheticHand.points(raised: Set(Finger.allCases))
        let right = SyntheticHand.points(raised: Set(Finger.allCases), at: CGPoint(x: 800, y: 300))
        #expect(StarCount([]).count == 0)
        #expect(StarCount([left, right]).count == 10)
        left[.thumbTip].confidence = 0.9
        left[.ringTip].confidence = 0.91
        left[.littleTip].confidence = 0
        let stars = StarCount([left, right])
        #expect(stars.count == 8)
        #expect(stars.stars.first == left[.indexTip].location)
        #expect(stars.stars.last == right[.littleTip].location)
        #expect(StarCount([left, right], above: 0.95).count == 7)
    }

    @Test func countsAtMostTwoHands() {
        let hand = SyntheticHand.points(raised: [.index, .little])
        #expect(StarCount([hand, hand, hand]).count == 4)
    }

    @Test func ignoresTipsWithNonFiniteValues() {
        var hand = SyntheticHand.points(raised: Set(Finger.allCases))
        hand[.indexTip].location.y = .nan
        hand[.ringTip].confidence = .nan
        #expect(StarCount([hand]).count == 3)
    }
}
