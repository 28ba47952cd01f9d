import ExampleGestures
import Foundation
import Testing

@Suite struct HandSignTests {
    static let shown: [(Set<Finger>, HandSignState)] = [
        ([], .stone), ([.thumb], .stone), ([.index], .possibleStone), ([.little], .possibleStone),
        ([.ring], .possibleStone), ([.index, .little], .possibleStone),
        ([.index, .middle], .scissors), ([.thumb, .index, .middle], .scissors), ([.middle], .possibleScissors),
        ([.index, .middle, .little], .possibleScissors),
        ([.index, .middle, .ring, .little], .paper), (Set(Finger.allCases), .paper),
        ([.middle, .ring], .possiblePaper), ([.index, .middle, .ring], .possiblePaper),
        ([.middle, .ring, .little], .possiblePaper),
    ]

    @Test(arguments: shown) func recognisesSignsFromFingers(raised: Set<Finger>, state: HandSignState) {
        let hand = SyntheticHand.points(raised: raised)
        #expect(HandSignState(of: hand, by: .tipBelowBase) == state)
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            #expect(HandSignState(of: SyntheticHand.points(raised: raised, degrees: degrees)) == state)
        }
    }

    @Test func limitsTheTutorialsRuleToUprightHands() {
        let paper = SyntheticHand.points(raised: Set(Finger.allCases), degrees: 180)
        #expect(HandSignState(of: paper, by: .tipBelowBase) == .stone)
        #expect(HandSignState(of: paper, by: .notExtended) == .paper)
    }

    @Test func mapsStatesToSigns() {
        #expect(HandSignState.allCases.map(\.sign) == [.stone, .stone, .scissors, .scissors, .paper, .paper])
        #expect(HandSignState.allCases.map(\.isDefinite) == [false, true, false, true, false, true])
    }

    /// The little finger is the first to be lost from view.
    @Test(arguments: [HandSignState.Rule.tipBelowBase, .notExtended])
    func makesSignsOnlyPossibleIfFingersAreUnseen(rule: HandSignState.Rule) {
        func state(_ raised: Set<Finger>, without joints: HandJoint...) -> HandSignState? {
            var hand = SyntheticHand.points(raised: raised)
            for joint in joints { hand[joint].confidence = 0 }
            return HandSignState(of: hand, by: rule)
        }
        #expect(state([], without: .littleTip) == .possibleStone)
        #expect(state([], without: .ringTip) == .possibleStone)
        #expect(state([.index, .middle], without: .littleTip) == .possibleScissors)
        #expect(state(Set(Finger.allCases), without: .littleTip) == .possiblePaper)
        #expect(state(Set(Finger.allCases), without: .thumbTip) == .paper)
        #expect(state(Set(Finger.allCases), without: .ringTip) == nil)
        #expect(state([], without: .middleTip) == nil)
    }

    @Test(arguments: SyntheticHand.degenerate) func doesNotTrapOnDegenerateHands(hand: HandPoints) {
        _ = HandSignState(of: hand, by: .tipBelowBase)
        _ = HandSignState(of: hand, by: .notExtended)
    }

    @Test func decidesWhichSignBeatsWhich() {
        let wins: [(HandSign, HandSign)] = [(.stone, .scissors), (.scissors, .paper), (.paper, .stone)]
        for one in HandSign.allCases {
            for other in HandSign.allCases {
                #expect(one.beats(other) == wins.contains { $0 == (one, other) })
            }
        }
    }

    @Test func waitsBeforeAcceptingPossibleStates() {
        var reader = HandSignReader(patience: 3)
        func read(_ raised: Set<Finger>?) -> HandSign? {
            reader.read(raised.map { SyntheticHand.points(raised: $0) }, at: 0)
        }
        #expect(read(nil) == nil)
        #expect(read([.index]) == .stone)
        #expect(read([]) == .stone)
        // From stone to scissors, the middle finger comes first. Then scissors change to paper.
        #expect(read([.middle]) == .stone)
        #expect(reader.state == .possibleScissors)
        #expect(read([.index, .middle]) == .scissors)
        #expect(read([.middle, .ring]) == .scissors)
        #expect(read([.middle, .ring]) == .scissors)
        #expect(read([.index, .middle]) == .scissors)
        #expect(read([.middle, .ring]) == .scissors)
        #expect(read([.index, .middle, .ring]) == .scissors)
        #expect(read([.middle, .ring]) == .paper)
        // A hand that is lost briefly keeps its sign.
        #expect(read(nil) == .paper)
        #expect(read(nil) == .paper)
        #expect(reader.state == nil)
        #expect(read(nil) == nil)
        #expect(read([]) == .stone)
    }
}
