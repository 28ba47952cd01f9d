import TegataBuffers
import TegataHands
import TegataTestSupport
import Testing

/// How the legacy graph differs, tested with made-up networks.
@Suite struct LegacyGraphTests {
    private let picture = noisePicture()

    private func pipeline(
        _ networks: FakeNetworks, hands: Int = 1, _ change: (inout HandPipelineOptions) -> Void = { _ in }
    ) throws -> HandPipeline {
        try networks.pipeline {
            $0.graph = .legacy
            $0.maximumHandCount = hands
            change(&$0)
        }
    }

    /// Returns the column of the detector's finer grid in which a hand was searched for.
    private func column(_ hand: HandResult) -> Float { hand.rectangle.centerX * 24 - 0.5 }

    // MARK: Pictures

    @Test func turnsPalmsUprightUnlikeTheTasksGraph() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let hand = try #require(try picture.withView { try pipeline(networks).detect($0) }.hands.first)
        #expect(abs(hand.rectangle.rotation) < 1e-6 && hand.graph == .legacy)
        let other = try #require(try picture.withView { try networks.pipeline().detect($0) }.hands.first)
        #expect(abs(other.rectangle.rotation - 0.4646093) < 1e-5 && other.graph == .tasks)
    }

    @Test func placesPalmsLikeTheTasksGraphAtAnyRotation() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(9, 8), logit: 4)
        func palm(_ pipeline: HandPipeline, _ degrees: Int) throws -> PalmDetection {
            let frame = FrameOptions(rotationDegrees: degrees)
            return try #require(try picture.withView { try pipeline.detectPalms($0, frame: frame) }.first)
        }
        let (legacy, tasks) = (try pipeline(networks), try networks.pipeline())
        for degrees in [0, 90, 180, 270] {
            let (found, expected) = (try palm(legacy, degrees), try palm(tasks, degrees))
            for (a, b) in zip(found.boxFloats + found.keypointFloats, expected.boxFloats + expected.keypointFloats) {
                #expect(abs(a - b) < 1e-6)
            }
        }
    }

    @Test func swapsLeftAndRight() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let pipeline = try pipeline(networks)
        let rows: [(first: Float, isMirrored: Bool, hand: Handedness, score: Float, index: Int)] = [
            (0.25, false, .right, 0.75, 1), (0.75, false, .left, 0.75, 0), (0.5, false, .left, 0.5, 0),
            (1, false, .left, 1, 0), (0.011856264, false, .right, 1 - 0.011856264, 1),
            (0.25, true, .left, 0.75, 0), (0.75, true, .right, 0.75, 1),
        ]
        for row in rows {
            networks.rightProbability = { _ in row.first }
            let frame = FrameOptions(isMirrored: row.isMirrored)
            let hand = try #require(try picture.withView { try pipeline.detect($0, frame: frame) }.hands.first)
            #expect(hand.handedness == row.hand && hand.handednessScore == row.score, "\(row)")
            #expect(hand.handednessIndex == row.index, "\(row)")
        }
        let tasks = try networks.pipeline()
        let hand = try #require(try picture.withView { try tasks.detect($0) }.hands.first)
        #expect(hand.handedness == .right && hand.handednessIndex == 0)
    }

    @Test func comparesPresenceWithTheTrackingConfidence() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        for (presence, minimum, count): (Float, Float, Int) in [
            (0.7, 0.7, 0), (0.70001, 0.7, 1), (0.2, 0.1, 1), (1, 1.5, 0), (0, -1, 1), (1, .nan, 0),
        ] {
            networks.presence = { _ in presence }
            let pipeline = try pipeline(networks) {
                $0.minimumTrackingConfidence = minimum
                $0.minimumPresenceConfidence = 0.9
            }
            #expect(try picture.withView { try pipeline.detect($0) }.hands.count == count, "\(presence), \(minimum)")
        }
        networks.presence = { _ in 0.9 }
        for (minimum, count): (Float, Int) in [(-3, 1), (0.98, 1), (0.99, 0), (2, 0), (.infinity, 0)] {
            let pipeline = try pipeline(networks) { $0.minimumDetectionConfidence = minimum }
            #expect(try picture.withView { try pipeline.detect($0) }.hands.count == count, "\(minimum)")
        }
    }

    @Test func keepsAHandThatWasFoundTwice() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4, side: 15)
        networks.addPalm(at: FakeNetworks.anchor(14, 12), logit: 3, side: 15)
        let distance: Float = 16 / (15 * 2.6) * 224
        networks.shift = { SIMD2($0 == 0 ? 0 : -distance, 0) }
        let hands = try picture.withView { try pipeline(networks, hands: 2).detect($0) }.hands
        #expect(hands.count == 2)
        #expect(zip(hands[0].landmarks, hands[1].landmarks).allSatisfy { abs($0.x - $1.x) < 1e-4 })
    }

    @Test func keepsTheLowerScoreOfOverlappingPalms() throws {
        let networks = FakeNetworks()
        // The detector keeps both, because its boxes are smaller than hands and do not overlap.
        networks.addPalm(at: FakeNetworks.anchor(10, 12), logit: 4, side: 12)
        networks.addPalm(at: FakeNetworks.anchor(11, 12), logit: 3, side: 12)
        let hands = try picture.withView { try pipeline(networks, hands: 2).detect($0) }.hands
        #expect(hands.count == 1 && abs(column(hands[0]) - 11) < 0.01)
    }

    // MARK: Videos

    @Test func putsNewHandsFirstAndKeepsAll() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(4, 12), logit: 3, side: 15)
        networks.addPalm(at: FakeNetworks.anchor(20, 12), logit: 2, side: 15)
        let pipeline = try pipeline(networks, hands: 2)
        #expect(pipeline.options.videoHandLimit == 3)
        try picture.withView { view in
            #expect(try pipeline.track(view).hands.map { column($0).rounded() } == [4, 20])
            networks.presence = { $0 == 2 ? 0.1 : 0.9 }
            #expect(try pipeline.track(view).hands.count == 1)
            #expect(networks.palmRuns == 1)
            networks.removePalms()
            networks.addPalm(at: FakeNetworks.anchor(4, 12), logit: 2, side: 15)
            networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3, side: 15)
            let hands = try pipeline.track(view).hands
            #expect(hands.count == 3 && networks.palmRuns == 2)
            #expect(zip(hands, [12, 4, 20]).allSatisfy { abs(column($0) - $1) < 1.5 })
            #expect(try pipeline.track(view).hands.count == 3)
            #expect(networks.palmRuns == 2)
        }
    }

    @Test func dropsPalmsOfTrackedHands() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3)
        let pipeline = try pipeline(networks, hands: 2)
        try picture.withView { view in
            let first = try #require(try pipeline.track(view).hands.first)
            let hands = try pipeline.track(view).hands
            #expect(hands.count == 1 && networks.palmRuns == 2)
            let size = PixelSize(width: picture.width, height: picture.height)
            #expect(hands.first?.rectangle == first.landmarks.nextROI(size, .ofLibrary))
            // A still image in between ignores the tracked hand.
            #expect(try pipeline.detect(view).hands.first?.rectangle == first.rectangle)
        }
    }

    @Test func continuesTrackingInGivenRegions() throws {
        let networks = FakeNetworks()
        let region = HandRectangle(centerX: 0.3, centerY: 0.4, width: 0.3, height: 0.4, rotation: 0.5)
        let pipeline = try pipeline(networks)
        try picture.withView { view in
            let before = try pipeline.track(view).hands
            pipeline.continueTracking(in: [region])
            let hands = try pipeline.track(view).hands
            #expect(before.isEmpty && hands.map(\.rectangle) == [region])
            #expect(networks.palmRuns == 1)
        }
    }

    @Test func assignsTimestampsToFramesWithoutOne() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3)
        let pipeline = try pipeline(networks)
        try picture.withView { view in
            for _ in 0..<4 { _ = try pipeline.track(view) }
            // The fourth frame is at 133 ms.
            #expect(throws: TegataError(HandPipelineError.timestamp(milliseconds: 133, last: 133))) {
                try pipeline.track(view, milliseconds: 133)
            }
            pipeline.resetTracking()
            _ = try pipeline.track(view)
            #expect(throws: TegataError(HandPipelineError.timestamp(milliseconds: 166, last: 166))) {
                try pipeline.track(view, milliseconds: 166)
            }
            _ = try pipeline.track(view, milliseconds: 1000)
            _ = try pipeline.track(view)
            #expect(throws: TegataError(HandPipelineError.timestamp(milliseconds: 1033, last: 1033))) {
                try pipeline.track(view, milliseconds: 1033)
            }
            _ = try pipeline.track(view, milliseconds: .max)
            #expect(throws: TegataError(HandPipelineError.timestamp(milliseconds: .max, last: .max))) {
                try pipeline.track(view)
            }
        }
    }

    @Test func limitsTheHandsOfAVideo() {
        var options = HandPipelineOptions()
        options.maximumHandCount = 3
        #expect(options.videoHandLimit == 3)
        options.graph = .legacy
        #expect(options.videoHandLimit == 5)
        options.maximumHandCount = .max
        #expect(options.videoHandLimit == .max)
    }
}
