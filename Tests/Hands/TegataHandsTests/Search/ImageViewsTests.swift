import TegataHands
import TegataTestSupport
import Testing

@Suite struct ImageViewsTests {
    /// An image whose views are itself, itself zoomed out, turned by a half, four parts, and turned by a quarter twice.
    private let picture = noisePicture(width: 600, height: 400)
    private let viewCount = 9

    /// Creates networks that find an upright palm in the middle of the given palm runs only.
    private func networks(palmInRuns runs: Set<Int>) -> FakeNetworks {
        let networks = FakeNetworks()
        networks.willFindPalms = { [unowned networks] run in
            networks.removePalms()
            if runs.contains(run) { networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 1, side: 20) }
        }
        return networks
    }

    private func thorough(_ networks: FakeNetworks, hands: Int = 1) throws -> HandPipeline {
        try networks.pipeline {
            $0.search.area = .thorough
            $0.maximumHandCount = hands
        }
    }

    @Test func looksOnceIfThatSuffices() throws {
        let networks = networks(palmInRuns: [0])
        let pipeline = try thorough(networks)
        #expect(try picture.withView { try pipeline.detect($0) }.hands.count == 1)
        #expect(networks.palmRuns == 1)
        #expect(networks.handRuns == 2, "the hand is refined")
    }

    @Test func looksAtAllViewsWhileHandsAreMissing() throws {
        let networks = networks(palmInRuns: [])
        let pipeline = try thorough(networks)
        #expect(try picture.withView { try pipeline.detect($0) }.hands.isEmpty)
        #expect(networks.palmRuns == viewCount)
        #expect(networks.handRuns == 0)
    }

    @Test func looksAtTilesOfLargeImagesLast() throws {
        let networks = networks(palmInRuns: [])
        let pipeline = try thorough(networks)
        _ = try noisePicture(width: 1000, height: 700).withView { try pipeline.detect($0) }
        #expect(networks.palmRuns == viewCount + 7)
    }

    /// The hand's size in the image and its direction tell the view in which it was found.
    @Test(arguments: [(1, 2, 1.5, 0), (2, 3, 1, 180), (7, 9, 1, 90), (8, 9, 1, 270)])
    func placesHandsOfAView(run: Int, runs: Int, size: Double, degrees: Int) throws {
        let networks = networks(palmInRuns: [run])
        let found = try picture.withView { try thorough(networks).detect($0) }.hands
        #expect(networks.palmRuns == runs, "later views are not needed")
        #expect(networks.handRuns == 2, "the hand is confirmed")
        let usual = try picture.withView { try self.networks(palmInRuns: [0]).pipeline().detect($0) }.hands
        let (hand, expected) = (try #require(found.first), try #require(usual.first))
        #expect(found.count == 1)
        func arm(_ hand: HandResult) -> SIMD2<Double> {
            let (wrist, tip) = (hand.landmarks[.wrist], hand.landmarks[.middleFingerTIP])
            return SIMD2(Double(tip.x - wrist.x) * 600, Double(tip.y - wrist.y) * 400)
        }
        let (way, usualWay) = (arm(hand), arm(expected))
        func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
        // The confirming crop is computed from the landmarks, and not from the palm.
        #expect(abs(length(way) / length(usualWay) / size - 1) < 0.5)
        let cosine = (way * usualWay).sum() / length(way) / length(usualWay)
        switch degrees {
        case 0: #expect(cosine > 0.8)
        case 180: #expect(cosine < -0.8)
        default: #expect(abs(cosine) < 0.6)
        }
    }

    /// A hand must also be seen in the crop of its own landmarks.
    @Test func dropsHandsSeenInOnlyOneCrop() throws {
        let networks = networks(palmInRuns: [1])
        networks.presence = { $0 == 0 ? 0.9 : 0.1 }
        #expect(try picture.withView { try thorough(networks).detect($0) }.hands.isEmpty)
        #expect(networks.palmRuns == viewCount)
    }

    @Test func findsAHandOnceInAllViews() throws {
        let networks = networks(palmInRuns: [0, 1])
        #expect(try picture.withView { try thorough(networks, hands: 2).detect($0) }.hands.count == 1)
        #expect(networks.palmRuns == viewCount)
    }

    // MARK: Videos

    @Test func looksAtOneViewPerFrame() throws {
        let networks = networks(palmInRuns: [])
        let pipeline = try thorough(networks)
        var inputs: [[Float]] = []
        for frame in 0..<15 {
            _ = try picture.withView { try pipeline.track($0, milliseconds: 33 * frame) }
            inputs.append(Array(networks.palmInput))
        }
        #expect(networks.palmRuns == 15)
        for turn in 0..<3 { #expect(inputs[turn] == inputs[turn + 5] && inputs[turn] == inputs[turn + 10]) }
        #expect(Set(inputs).count == viewCount)
        pipeline.resetTracking()
        _ = try picture.withView { try pipeline.track($0, milliseconds: 0) }
        #expect(Array(networks.palmInput) == inputs[0])
    }

    @Test func looksForALostHandInTheWholeImage() throws {
        let networks = networks(palmInRuns: [0])
        networks.presence = { $0 < 2 ? 0.9 : 0.1 }
        let pipeline = try thorough(networks)
        var inputs: [[Float]] = []
        for frame in 0..<3 {
            _ = try picture.withView { try pipeline.track($0, milliseconds: 33 * frame) }
            inputs.append(Array(networks.palmInput))
        }
        #expect(networks.palmRuns == 2)
        #expect(inputs[2] == inputs[0])
    }
    /// Candidates that are no hands take a run of the landmark network each.
    @Test func leavesOutSearchesForCandidatesThatAreNoHands() throws {
        let networks = networks(palmInRuns: Set(0..<6))
        networks.presence = { _ in 0.1 }
        let pipeline = try thorough(networks)
        var searches: [Int] = []
        for frame in 0..<6 {
            _ = try picture.withView { try pipeline.track($0, milliseconds: 33 * frame) }
            searches.append(networks.palmRuns)
        }
        #expect(searches == [1, 2, 2, 3, 4, 4])
        #expect(networks.handRuns == 4)
    }
}
