import ExampleGestures
import Foundation
import Testing

@Suite struct ExtendedFingersTests {
    /// All 32 hands that can be shown.
    static let sets: [Set<Finger>] = (0..<32).map { bits in
        Set(Finger.allCases.filter { bits >> $0.rawValue & 1 == 1 })
    }

    @Test(arguments: sets) func fingersAreToldApartAtAllRotationsAndSizes(raised: Set<Finger>) {
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

    @Test func fingersThatAreNotSeenAreInNeitherSet() {
        var hand = SyntheticHand.points(raised: [.index, .little])
        hand[.littleTip].confidence = 0.3
        hand[.ringDIP].confidence = 0
        hand[.thumbIP].location.x = .nan
        let fingers = ExtendedFingers(of: hand)
        #expect(fingers.extended == [.index])
        #expect(fingers.folded == [.middle])
        hand[.wrist].confidence = 0.1
        #expect(ExtendedFingers(of: hand).extended.isEmpty)
        #expect(ExtendedFingers(of: hand).folded.isEmpty)
    }

    @Test func aFingerFoldedFlatOnThePalmIsNotExtended() {
        var hand = SyntheticHand.points(raised: Set(Finger.allCases))
        // Straight from the base to the wrist.
        let base = hand[.middleMCP].location
        for (number, joint) in Finger.middle.joints.enumerated() {
            hand[joint].location = CGPoint(x: base.x, y: base.y - 20 * Double(number))
        }
        #expect(ExtendedFingers(of: hand).folded == [.middle])
    }

    @Test(arguments: SyntheticHand.degenerate) func degenerateHandsHaveNoFingers(hand: HandPoints) {
        #expect(ExtendedFingers(of: hand).count == 0)
    }
}
