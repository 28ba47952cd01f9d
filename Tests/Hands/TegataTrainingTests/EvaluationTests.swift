import TegataClassifiers
import TegataTraining
import Testing

struct EvaluationTests {
    @Test func computesMetrics() {
        let metrics = ClassifierMetrics(
            labels: [0, 0, 0, 1, 1, 2], predictions: [0, 0, 1, 1, 0, 2], labelCount: 4)
        #expect(metrics.confusion == [[2, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])
        #expect(metrics.accuracy == 4.0 / 6)
        #expect(metrics.precision(0) == 2.0 / 3 && metrics.recall(0) == 2.0 / 3)
        #expect(metrics.precision(1) == 0.5 && metrics.recall(1) == 0.5 && metrics.f1(1) == 0.5)
        #expect(metrics.precision(3) == nil && metrics.recall(3) == nil && metrics.f1(3) == nil)
        #expect(abs(metrics.macroF1 - (2.0 / 3 + 0.5 + 1) / 3) < 1e-12)
        #expect(ClassifierMetrics(labels: [], predictions: [], labelCount: 2).accuracy == 0)
    }

    @Test func calibratesOverconfidentLogits() {
        // Three of four answers are right, so regardless of the logits, the calibrated probability should be 3/4.
        let logits = [[Float]](repeating: [8, 0], count: 400)
        let temperature = Calibration.temperature(logits: logits, labels: (0..<400).map { $0 % 4 == 0 ? 1 : 0 })
        let probability = softmax([8, 0] as [Float], temperature: temperature)[0]
        #expect(abs(probability - 0.75) < 0.01)
        #expect(Calibration.temperature(logits: [], labels: []) == 1)
    }

    @Test func computesTheCalibrationError() {
        #expect(abs(Calibration.error(confidences: [0.9, 0.9], isRight: [true, false]) - 0.4) < 1e-6)
        #expect(Calibration.error(confidences: [], isRight: []) == 0)
        #expect(Calibration.error(confidences: [.nan, .infinity], isRight: [false, true]) == 0)
    }

    @Test func interpolatesQuantiles() {
        #expect(Calibration.quantile([3, 1, 2], 0.5) == 2)
        #expect(Calibration.quantile([0, 10], 0.25) == 2.5)
        #expect(Calibration.quantile([], 0.5) == 0)
    }

    @Test func splitsFoldsByGroupWithEvenLabels() {
        let labels = (0..<60).map { $0 % 3 }
        let groups = (0..<60).map { $0 / 4 }
        let folds = Splits.folds(labels: labels, groups: groups, count: 5, seed: 1)
        #expect(folds == Splits.folds(labels: labels, groups: groups, count: 5, seed: 1))
        for group in 0..<15 { #expect(Set(groups.indices.filter { groups[$0] == group }.map { folds[$0] }).count == 1) }
        for fold in 0..<5 {
            let members = folds.indices.filter { folds[$0] == fold }
            #expect(members.count == 12 && Set(members.map { labels[$0] }).count == 3)
        }
        #expect(Set(Splits.folds(labels: [0, 1], groups: [0, 1], count: 5, seed: 1)) == [0, 1])
    }

    @Test func holdsOutAShareOfEachLabel() {
        let labels = (0..<100).map { $0 % 4 }
        let held = Splits.holdOut(labels: labels, groups: Array(0..<100), share: 0.2, seed: 3)
        #expect(held.filter { $0 }.count == 20)
        for label in 0..<4 { #expect(labels.indices.filter { labels[$0] == label && held[$0] }.count == 5) }
        #expect(!Splits.holdOut(labels: labels, groups: Array(0..<100), share: 0, seed: 3).contains(true))
        #expect(Splits.holdOut(labels: labels, groups: Array(0..<100), share: 1e-300, seed: 3).count == 100)
    }

    @Test(arguments: [0.001, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.9, 0.999])
    func holdsOutExactlyTheRequestedShare(share: Double) {
        for count in [200, 203] {
            let labels = (0..<count).map { $0 * $0 % 5 }
            let held = Splits.holdOut(labels: labels, groups: Array(0..<count), share: share, seed: 7)
            #expect(held == Splits.holdOut(labels: labels, groups: Array(0..<count), share: share, seed: 7))
            #expect(held.count { $0 } == min(max(Int((share * Double(count)).rounded()), 1), count - 1))
            for label in Set(labels) {
                let members = labels.indices.filter { labels[$0] == label }
                #expect(abs(Double(members.count { held[$0] }) - share * Double(members.count)) <= 1.5)
            }
        }
    }

    @Test func holdsOutTheFirstFoldIfTheShareIsAFold() {
        let labels = (0..<200).map { $0 % 4 }
        for (share, count) in [(0.05, 20), (0.1, 10), (0.2, 5), (0.25, 4), (0.5, 2)] {
            let folds = Splits.folds(labels: labels, groups: Array(0..<200), count: count, seed: 3)
            let held = Splits.holdOut(labels: labels, groups: Array(0..<200), share: share, seed: 3)
            #expect(held == folds.map { $0 == 0 })
        }
    }

    @Test(arguments: [0.1, 0.3, 0.45, 0.7, 0.9]) func holdsOutWholeGroups(share: Double) {
        // Each group is a person who shows three labels, and one person shows far more examples than the others.
        let groups = (0..<300).map { $0 < 60 ? 0 : $0 / 7 }
        let labels = (0..<300).map { $0 % 3 }
        let held = Splits.holdOut(labels: labels, groups: groups, share: share, seed: 2)
        for group in Set(groups) {
            #expect(Set(groups.indices.filter { groups[$0] == group }.map { held[$0] }).count == 1)
        }
        // The tolerance is half of a usual person's examples.
        #expect(abs(Double(held.count { $0 }) - share * 300) < 4)
        #expect(Splits.holdOut(labels: [0, 1], groups: [4, 4], share: share, seed: 2) == [share < 0.5, share < 0.5])
        #expect(Splits.holdOut(labels: [0, 1], groups: [4, 5], share: share, seed: 2).count { $0 } == 1)
        #expect(Splits.holdOut(labels: [], groups: [], share: share, seed: 2).isEmpty)
    }

    @Test func findsTheNearestDuplicate() throws {
        func hand(_ offset: Float, _ bend: Float) -> HandKeyPoints {
            HandKeyPoints { (0.4 + offset + 0.02 * Float($0 % 5), 0.3 + 0.02 * Float($0) + bend * Float($0 % 2), 1) }
        }
        let hands = [hand(0, 0), hand(0.3, 0), HandKeyPoints()]
        let others = [hand(0.3, 0.05), hand(0.001, 0), hand(0.301, 0.001)]
        #expect(try #require(NearDuplicate.found(hands, others)) == (2, NearDuplicate(first: 0, second: 1)))
        let second = try #require(NearDuplicate.found(hands, others) { $0.first > 0 })
        #expect(second == (1, NearDuplicate(first: 1, second: 2)))
        #expect(NearDuplicate.found(hands, others) { _ in false } == nil)
    }

    @Test func augmentsWithoutChangingConfidences() {
        var chance = SeededGenerator(seed: 2)
        let hand = HandKeyPoints(chirality: .left) {
            (0.3 + 0.01 * Float($0 % 7), 0.5 - 0.01 * Float($0), $0 == 3 ? 0.5 : 1)
        }
        let same = PoseAugmentation.none.apply(to: hand, &chance)
        for index in 0..<63 { #expect(abs(same.values[index] - hand.values[index]) < 1e-6) }
        let augmentation = PoseAugmentation()
        var flips = 0
        for _ in 0..<50 {
            let changed = augmentation.apply(to: hand, &chance)
            #expect(changed.isPresent && changed.values[42 + 3] == 0.5)
            if changed.chirality == .right { flips += 1 }
        }
        #expect((10...40).contains(flips))
        #expect(augmentation.apply(to: HandKeyPoints(), &chance) == HandKeyPoints())
    }

    @Test func interpolatesSequences() {
        let (a, b) = (HandKeyPoints { _ in (0, 0, 1) }, HandKeyPoints { _ in (1, 2, 1) })
        #expect(interpolated([a, b], at: 0.25).values[0] == 0.25)
        #expect(interpolated([a, HandKeyPoints()], at: 0.25) == a)
        #expect(interpolated([a, HandKeyPoints()], at: 0.75) == HandKeyPoints())
        #expect(interpolated([], at: 3) == HandKeyPoints())
        var chance = SeededGenerator(seed: 2)
        let window = ActionAugmentation().window(of: [a, b], start: 0, size: 9, &chance)
        #expect(window.count == 9)
    }
}
