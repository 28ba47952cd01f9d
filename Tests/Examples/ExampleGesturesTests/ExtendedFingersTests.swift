import ExampleGestures
import Foundation
import Testing

@Suite struct ExtendedFingersTests {
    /// All 32 combinations of raised fingers.
    static let sets: [Set<Finger>] = (0..<32).map { bits in
        Set(Finger.allCases.filter { bits >> $0.rawValue & 1 == 1 })
    }

    @Test(arguments: sets) func recognisesFingersAtAllRotationsAndSizes(raised: Set<Finger>) {
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            for isMirrored in [false, true] {
                for length in [0.1, 37, 2000] {
                    let hand = SyntheticHand.points(
                        raised: raised, degrees: degrees, length: length, isMirrored: isMirrored)
                    let fingers = ExtendedFingers(of: hand)
                    #expect(fingers.extended == raised, "at \(degrees)°")
                    #expect(fingers.folded == Set(Finger.allCases).subtracting(raised), "at \(degrees)°")
                    #expect(fingers.count == raised.count)
                }
            }
        }
    }

    @Test func leavesUnseenFingersOutOfBothSets() {
        var hand = SyntheticHand.points(raised: [.index, .little])
        hand[.littleTip].confidence = 0.3
        hand[.ringTip].confidence = 0
        hand[.thumbTip].location.x = .nan
        let fingers = ExtendedFingers(of: hand)
        #expect(fingers.extended == [.index])
        #expect(fingers.folded == [.middle])
    }

    /// Confidence is relative to the hand, so a hand that is uncertain as a whole is treated like any other.
    @Test func comparesConfidenceToTheWholeHand() {
        var hand = SyntheticHand.points(raised: [.index, .little])
        for joint in HandJoint.allCases { hand[joint].confidence *= 0.75 }
        #expect(ExtendedFingers(of: hand).extended == [.index, .little])
        #expect(ExtendedFingers(of: hand).folded == [.thumb, .middle, .ring])
    }

    @Test(arguments: SyntheticHand.degenerate) func neverPutsAFingerIntoBothSets(hand: HandPoints) {
        let fingers = ExtendedFingers(of: hand)
        #expect(fingers.extended.isDisjoint(with: fingers.folded))
    }
}
