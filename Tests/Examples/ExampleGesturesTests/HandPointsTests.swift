import ExampleGestures
import Foundation
import Testing

@Suite struct HandPointsTests {
    @Test func ordersJointsLikeKeyPoints() {
        #expect(HandJoint.allCases.count == 21)
        #expect(HandJoint.wrist.rawValue == 0)
        #expect(Finger.allCases.map(\.tip.rawValue) == [4, 8, 12, 16, 20])
        #expect(Finger.allCases.map(\.base.rawValue) == [1, 5, 9, 13, 17])
        #expect(Finger.ring.joints == [.ringMCP, .ringPIP, .ringDIP, .ringTip])
        #expect([.wrist] + Finger.allCases.flatMap(\.joints) == HandJoint.allCases)
    }

    @Test func returnsNoLocationForMissingPoints() {
        var hand = HandPoints([.wrist: HandPoints.Point(CGPoint(x: 1, y: 2), confidence: 0.5)])
        #expect(hand.location(of: .wrist) == CGPoint(x: 1, y: 2))
        #expect(hand.location(of: .wrist, above: 0.5) == nil)
        #expect(hand.location(of: .indexTip) == nil)
        #expect(hand.palm == nil)
        hand[.middleMCP] = HandPoints.Point(CGPoint(x: 3, y: 4))
        #expect(hand.palm == CGPoint(x: 2, y: 3))
        hand[.middleMCP].location.x = .infinity
        #expect(hand.palm == nil)
    }
}
