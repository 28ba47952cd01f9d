import ExampleGestures
import Foundation
import Testing

@Suite struct HandRouterTests {
    /// Records the hands and times that it receives.
    private struct RecordingRecognizer: HandRecognizer {
        var seen: [HandPoints?] = []
        var times: [Double] = []

        mutating func read(_ hand: HandPoints?, at seconds: Double) -> Int {
            seen.append(hand)
            times.append(seconds)
            return seen.count
        }
    }

    private func hand(_ side: SeenHand.Side?, x: Double) -> SeenHand {
        SeenHand(SyntheticHand.points(raised: [], at: CGPoint(x: x, y: 0)), side: side)
    }

    @Test func routesEachSideToItsRecogniser() {
        var router = HandRouter(left: RecordingRecognizer(), right: RecordingRecognizer())
        let (left, right) = (hand(.left, x: 900), hand(.right, x: 100))
        let first = router.route([right, left], at: 1)
        #expect(first.leftIndex == 1 && first.rightIndex == 0)
        #expect(first.left == 1 && first.right == 1)
        _ = router.route([left], at: 2)
        _ = router.route([], at: 3)
        #expect(router.left.seen == [left.points, left.points, nil])
        #expect(router.right.seen == [right.points, nil, nil])
        #expect(router.left.times == [1, 2, 3] && router.right.times == [1, 2, 3])
    }

    @Test func keepsTwoHandsOfOneSideApart() {
        var router = HandRouter(left: RecordingRecognizer(), right: RecordingRecognizer())
        // The first hand, because no earlier one is known.
        #expect(router.route([hand(.left, x: 100), hand(.left, x: 500)], at: 0).leftIndex == 0)
        // Then the nearest hand in any order, even after a frame without hands.
        #expect(router.route([hand(.left, x: 490), hand(.left, x: 120)], at: 1).leftIndex == 1)
        #expect(router.route([], at: 2).leftIndex == nil)
        let result = router.route([hand(.left, x: 490), hand(.left, x: 130), hand(.left, x: 700)], at: 3)
        #expect(result.leftIndex == 1 && result.rightIndex == nil)
        #expect(router.right.seen.allSatisfy { $0 == nil })
    }

    @Test func ignoresHandsWithoutASide() {
        var router = HandRouter(left: RecordingRecognizer(), right: RecordingRecognizer())
        let result = router.route([hand(nil, x: 0), hand(.right, x: 1)], at: 0)
        #expect(result.leftIndex == nil && result.rightIndex == 1)
    }

    @Test(arguments: SyntheticHand.degenerate) func doesNotTrapOnDegenerateHands(points: HandPoints) {
        var router = HandRouter(left: FingerReader(), right: HandSignReader())
        let hands = [SeenHand(points, side: .left), SeenHand(points, side: .left), SeenHand(points, side: .right)]
        for _ in 0..<3 {
            let result = router.route(hands, at: .nan)
            #expect(result.leftIndex != nil && result.rightIndex == 2)
        }
    }

    @Test func countsOnTheLeftAndReadsSignsOnTheRight() {
        var router = HandRouter(left: FingerReader(), right: HandSignReader())
        let result = router.route(
            [
                SeenHand(SyntheticHand.points(raised: [.index, .middle]), side: .right),
                SeenHand(SyntheticHand.points(raised: [.thumb, .index, .little], degrees: 70), side: .left),
            ], at: 0)
        #expect(result.left == 3)
        #expect(result.right == .scissors)
    }
}
