import AllocationCounter
import CTegataShims
import TegataBuffers
import TegataHands
import TegataInference
import TegataKernelABI
import TegataTestSupport
import Testing

@Suite struct HandPipelineTests {
    private let picture = noisePicture()

    @Test func takesTheBestPalms() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(5, 12), logit: 2)
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        networks.addPalm(at: FakeNetworks.anchor(19, 12), logit: 3)
        for count in 1...4 {
            let pipeline = try networks.pipeline { $0.maximumHandCount = count }
            let hands = try picture.withView { try pipeline.detect($0) }.hands
            #expect(hands.count == min(count, 3))
            // The hand's rectangle is turned and therefore slightly off its palm.
            #expect(zip(hands, [12.5, 19.5, 5.5]).allSatisfy { abs($0.rectangle.centerX * 24 - $1) < 2 })
            #expect(hands.allSatisfy { $0.identifier == nil && $0.handedness == .right && $0.handednessScore == 0.8 })
        }
        #expect(networks.palmRuns == 4)
        #expect(networks.handRuns == 1 + 2 + 3 + 3)
    }

    @Test func takesTheLargestPalmsIfAskedTo() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(5, 12), logit: 4, side: 10)
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 2, side: 14)
        networks.addPalm(at: FakeNetworks.anchor(19, 12), logit: 3, side: 12)
        let places: [[Float]] = [[12.5], [12.5, 19.5], [5.5, 19.5, 12.5]]
        for (count, places) in zip(1...3, places) {
            let pipeline = try networks.pipeline {
                $0.maximumHandCount = count
                $0.tracking.prefersLargeHands = true
            }
            let hands = try picture.withView { try pipeline.detect($0) }.hands
            #expect(hands.count == count)
            for (hand, place) in zip(hands, places) { #expect(abs(hand.rectangle.centerX * 24 - place) < 2) }
        }
    }

    /// The reported palms are the ones from which crops were made, even in part of an image, and without another
    /// search.
    @Test func reportsThePalmsThatWereUsed() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(5, 12), logit: 2)
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        networks.addPalm(at: FakeNetworks.anchor(19, 12), logit: 3)
        let pipeline = try networks.pipeline { $0.maximumHandCount = 2 }
        let region = RegionOfInterest(left: 0.25, top: 0.25, right: 0.75, bottom: 0.75)
        try picture.withView { view in
            for frame in [FrameOptions(), FrameOptions(region: region, isMirrored: true)] {
                let result = try pipeline.detect(view, frame: frame)
                let all = try pipeline.detectPalms(view, frame: frame)
                #expect(all.count == 3 && result.palms.map(\.box) == all.prefix(2).map(\.box))
                #expect(result.palms.map(\.handRectangle) == result.hands.map(\.rectangle))
            }
            networks.presence = { $0 % 2 == 0 ? 0.9 : 0 }
            let runs = networks.palmRuns
            let first = try pipeline.track(view, milliseconds: 0)
            #expect(first.palms.count == 2 && first.hands.count == 1)
            #expect(first.palms[0].handRectangle == first.hands[0].rectangle)
            networks.presence = { _ in 0.9 }
            #expect(try pipeline.track(view, milliseconds: 1).palms.count == 2)
            // If all requested hands are tracked, the pipeline does not search for palms.
            #expect(try pipeline.track(view, milliseconds: 2).palms.isEmpty)
            #expect(networks.palmRuns == runs + 2)
        }
    }

    @Test func dropsHandsWhosePresenceIsNotAboveTheMinimum() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        for (presence, minimum, count): (Float, Float, Int) in [
            (0.5, 0.5, 0), (0.50001, 0.5, 1), (0, 0, 0), (.nan, 0, 0),
        ] {
            networks.presence = { _ in presence }
            let pipeline = try networks.pipeline { $0.minimumPresenceConfidence = minimum }
            #expect(try picture.withView { try pipeline.detect($0) }.hands.count == count)
        }
    }

    /// Otherwise the pipeline would track the hand forever, and no other hand could take its place.
    @Test(arguments: [Float.nan, .infinity, 3e38]) func dropsHandsWithNonFiniteCoordinates(place: Float) throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        networks.shift = { run in run == 1 ? SIMD2(place, -place) : .zero }
        let pipeline = try networks.pipeline()
        try picture.withView { view in
            #expect(try pipeline.track(view, milliseconds: 0).hands.count == 1)
            _ = try pipeline.track(view, milliseconds: 1)
            for time in 2..<5 {
                let hands = try pipeline.track(view, milliseconds: time).hands
                #expect(hands.count == 1 && hands.allSatisfy { $0.landmarks.floats.allSatisfy(\.isFinite) })
            }
        }
    }

    /// The same timestamp may be used again with a valid frame.
    @Test func acceptsTheTimestampOfARejectedFrameAgain() throws {
        let pipeline = try FakeNetworks().pipeline { $0.search.area = .tiles }
        #expect(throws: TegataError.self) { try noisePicture().withView { try pipeline.track($0, milliseconds: 7) } }
        _ = try noisePicture(width: 640, height: 480).withView { try pipeline.track($0, milliseconds: 7) }
    }

    @Test func returnsTheMoreLikelyHandedness() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let pipeline = try networks.pipeline()
        for (probability, hand, score): (Float, Handedness, Float) in [
            (0.5, .right, 0.5), (0.25, .left, 0.75), (1, .right, 1),
        ] {
            networks.rightProbability = { _ in probability }
            let found = try #require(try picture.withView { try pipeline.detect($0) }.hands.first)
            #expect(found.handedness == hand && found.handednessScore == score)
            #expect(found.handedness.name == (hand == .right ? "Right" : "Left"))
        }
    }

    @Test func mergesTwoCropsOfTheSameHand() throws {
        let networks = FakeNetworks()
        // The palms are next to each other and do not overlap, but the second crop contains the same hand as the first.
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4, side: 15)
        networks.addPalm(at: FakeNetworks.anchor(14, 12), logit: 3, side: 15)
        let turn = wrapped(90 - .pi / 2)
        let distance: Float = 16 / (15 * 2.6) * 224
        networks.shift = { run in
            run == 0
                ? .zero : SIMD2(-distance * Float(tegata_cos(Double(turn))), distance * Float(tegata_sin(Double(turn))))
        }
        let pipeline = try networks.pipeline { $0.maximumHandCount = 2 }
        let hands = try picture.withView { try pipeline.detect($0) }.hands
        #expect(networks.handRuns == 2)
        #expect(hands.count == 1)
        #expect(abs((hands.first?.rectangle.centerX ?? 0) * 24 - 12.5) < 1)
    }

    // MARK: Videos

    @Test func skipsTheDetectorWhileHandsAreTracked() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(5, 12), logit: 3)
        networks.addPalm(at: FakeNetworks.anchor(19, 12), logit: 2)
        let pipeline = try networks.pipeline { $0.maximumHandCount = 2 }
        try picture.withView { view in
            for frame in 0..<4 {
                let result = try pipeline.track(view, milliseconds: frame)
                #expect(result.hands.count == 2)
                #expect((result.timings.palmNetwork == 0) == (frame > 0))
            }
            #expect(networks.palmRuns == 1)
            // The first hand is lost, so the second moves to the front, and the hand found next comes after it.
            let lost = networks.handRuns
            networks.presence = { $0 == lost ? 0.1 : 0.9 }
            var hands = try pipeline.track(view, milliseconds: 4).hands
            #expect(hands.count == 1 && hands[0].rectangle.centerX > 0.5)
            hands = try pipeline.track(view, milliseconds: 5).hands
            #expect(networks.palmRuns == 2)
            #expect(hands.count == 2 && hands[0].rectangle.centerX > 0.5 && hands[1].rectangle.centerX < 0.5)
            // A still image in between changes nothing.
            _ = try pipeline.detect(view)
            #expect(networks.palmRuns == 3)
            #expect(try pipeline.track(view, milliseconds: 6).hands.count == 2)
            #expect(networks.palmRuns == 3)
            pipeline.resetTracking()
            #expect(try pipeline.track(view, milliseconds: 0).hands.count == 2)
            #expect(networks.palmRuns == 4)
        }
    }

    @Test func rejectsTimestampsThatDoNotIncrease() throws {
        let networks = FakeNetworks()
        let pipeline = try networks.pipeline()
        try picture.withView { view in
            _ = try pipeline.track(view, milliseconds: -5)
            for milliseconds in [-5, -6, .min] {
                #expect(throws: TegataError(HandPipelineError.timestamp(milliseconds: milliseconds, last: -5))) {
                    try pipeline.track(view, milliseconds: milliseconds)
                }
            }
            _ = try pipeline.track(view, milliseconds: .max)
            #expect(networks.palmRuns == 2)
        }
    }

    @Test func searchesForNewHandsAtTheDetectionInterval() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3)
        let pipeline = try networks.pipeline {
            $0.maximumHandCount = 2
            $0.tracking.detectionInterval = 3
        }
        try picture.withView { view in
            var runs: [Int] = []
            for frame in 0..<8 {
                // The hand is lost in frame 4, so frame 5 searches for it.
                networks.presence = { _ in frame == 4 ? 0 : 0.9 }
                _ = try pipeline.track(view, milliseconds: frame)
                runs.append(networks.palmRuns)
            }
            #expect(runs == [1, 1, 1, 2, 2, 3, 3, 3])
        }
    }

    /// Devices limit the time between searches rather than the frames, so that slow cameras do not wait longer.
    @Test(arguments: [(33, [1, 1, 1, 1, 2]), (130, [1, 2, 3, 4, 5])])
    func searchesForNewHandsAtTheSearchPeriod(millisecondsPerFrame: Milliseconds, expected: [Int]) throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3)
        let pipeline = try networks.pipeline {
            $0.maximumHandCount = 2
            $0.tracking.searchPeriodMilliseconds = 125
        }
        try picture.withView { view in
            var runs: [Int] = []
            for frame in 0..<5 {
                _ = try pipeline.track(view, milliseconds: Milliseconds(frame) * millisecondsPerFrame)
                runs.append(networks.palmRuns)
            }
            #expect(runs == expected)
        }
    }

    // MARK: Beyond MediaPipe

    @Test func refinesStillsWithACropOfTheLandmarks() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let first = try #require(try picture.withView { try networks.pipeline().detect($0) }.hands.first)
        let pipeline = try networks.pipeline { $0.tracking.refinesStills = true }
        let refined = try #require(try picture.withView { try pipeline.detect($0) }.hands.first)
        #expect(networks.handRuns == 3)
        #expect(refined.rectangle == first.landmarks.nextROI(PixelSize(width: 320, height: 240)))
        // If the second crop shows no hand, the first result is used.
        networks.presence = { $0 % 2 == 1 ? 0.9 : 0 }
        #expect(try picture.withView { try pipeline.detect($0) }.hands == [first])
        // Videos are not refined.
        networks.presence = { _ in 0.9 }
        #expect(try picture.withView { try pipeline.track($0, milliseconds: 0) }.hands == [first])
    }

    @Test func looksOnlyAtTheRegion() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let part = PixelRectangle(x: 80, y: 60, width: 161, height: 121)
        let region = RegionOfInterest(left: 80 / 320, top: 60 / 240, right: 241 / 320, bottom: 181 / 240)
        let inside = try #require(try picture.part(part).withView { try networks.pipeline().detect($0) }.hands.first)
        let palmBytes = byteCRC(networks.palmInput)
        let handBytes = byteCRC(networks.handInput)
        let pipeline = try networks.pipeline()
        let found = try #require(
            try picture.withView { try pipeline.detect($0, frame: FrameOptions(region: region)) }.hands.first)
        #expect(byteCRC(networks.palmInput) == palmBytes)
        #expect(byteCRC(networks.handInput) == handBytes)
        for (found, inside) in zip(found.landmarks, inside.landmarks) {
            #expect(abs(found.x * 320 - (80 + inside.x * 161)) < 1e-3)
            #expect(abs(found.y * 240 - (60 + inside.y * 121)) < 1e-3)
            #expect(abs(found.z * 320 - inside.z * 161) < 1e-3)
        }
        #expect(found.worldLandmarks == inside.worldLandmarks)
        let palms = try picture.withView { try pipeline.detectPalms($0, frame: FrameOptions(region: region)) }
        #expect(abs(palms[0].box.x * 320 + palms[0].box.width * 160 - (80 + 161 * 0.5208)) < 0.1)
        #expect(palms[0].handRectangle == found.rectangle)
        #expect(
            throws: TegataError(ImageError.region(RegionOfInterest(left: 0.5, top: 0, right: 0.2, bottom: 1)))
        ) {
            try picture.withView {
                try pipeline.detect($0, frame: FrameOptions(region: .init(left: 0.5, top: 0, right: 0.2, bottom: 1)))
            }
        }
    }

    @Test func flipsMirroredInput() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(8, 12), logit: 4)
        let flipped = try #require(try picture.flipped.withView { try networks.pipeline().detect($0) }.hands.first)
        let handBytes = byteCRC(networks.handInput)
        let pipeline = try networks.pipeline()
        let found = try #require(
            try picture.withView { try pipeline.detect($0, frame: FrameOptions(isMirrored: true)) }.hands.first)
        #expect(byteCRC(networks.handInput) == handBytes)
        #expect(zip(found.landmarks, flipped.landmarks).allSatisfy { $0.x == 1 - $1.x && $0.y == $1.y && $0.z == $1.z })
        #expect(
            zip(found.worldLandmarks, flipped.worldLandmarks).allSatisfy {
                $0.x == -$1.x && $0.y == $1.y && $0.z == $1.z
            })
        #expect(found.handedness == flipped.handedness)
        #expect(found.rectangle.rotation == -flipped.rectangle.rotation)
    }

    /// With `answersUpright`, an image with a rotation gives the same results as its rotated pixels.
    @Test(arguments: [0, 90, 180, 270, -90], [false, true]) func givesRotatedImagesTheResultsOfUprightOnes(
        degrees: Int, isMirrored: Bool
    ) throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(8, 12), logit: 4)
        var upright = isMirrored ? picture.flipped : picture
        for _ in 0..<(degrees + 360) % 360 / 90 { upright = upright.turnedRight }
        for region in [nil, RegionOfInterest(left: 0.1, top: 0.2, right: 0.8, bottom: 0.9)] {
            let expected = try #require(
                try upright.withView { try networks.pipeline().detect($0, frame: FrameOptions(region: region)) }
                    .hands.first)
            let input = Array(networks.handInput)
            var frame = FrameOptions(rotationDegrees: degrees, region: region, isMirrored: isMirrored)
            frame.answersUpright = true
            let found = try #require(
                try picture.withView { try networks.pipeline().detect($0, frame: frame) }.hands.first)
            #expect(found.landmarks == expected.landmarks && found.rectangle == expected.rectangle)
            #expect(found.worldLandmarks == expected.worldLandmarks)
            // Noise changes from pixel to pixel, and a coordinate may round to the next thirty-second.
            let distances = zip(networks.handInput, input).map { abs($0 - $1) }
            #expect(distances.allSatisfy { $0 <= 0.07 })
        }
    }

    /// If the region changes, tracked hands stay where they are in the image.
    @Test func keepsTrackingWhenTheRegionChanges() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let pipeline = try networks.pipeline()
        let frames = [
            FrameOptions(), FrameOptions(region: RegionOfInterest(left: 0.1, top: 0.05, right: 0.95, bottom: 0.9)),
            FrameOptions(isMirrored: true), FrameOptions(),
        ]
        try picture.withView { view in
            var expected = try #require(try pipeline.track(view, milliseconds: 0).hands.first).landmarks
            for (index, frame) in frames.enumerated() where index > 0 {
                let next = expected.nextROI(PixelSize(width: 320, height: 240))
                let hand = try #require(try pipeline.track(view, milliseconds: index, frame: frame).hands.first)
                #expect(abs(hand.rectangle.centerX - next.centerX) < 1e-4)
                #expect(abs(hand.rectangle.centerY - next.centerY) < 1e-4)
                #expect(abs(hand.rectangle.width - next.width) < 1e-4)
                #expect(abs(hand.rectangle.rotation - next.rotation) < 1e-4)
                expected = hand.landmarks
            }
            #expect(networks.palmRuns == 1)
        }
    }

    // MARK: Resources

    @Test(.enabled(if: areAllocationsCounted() != 0), arguments: [false, true], [HandGraph.tasks, .legacy])
    func allocatesNothingPerFrame(withExtras: Bool, graph: HandGraph) throws {
        let networks = FakeNetworks()
        for column in [3, 9, 15, 21] { networks.addPalm(at: FakeNetworks.anchor(column, 12), logit: 3) }
        let pipeline = try networks.pipeline {
            $0.maximumHandCount = 4
            $0.graph = graph
            $0.tracking.identifiesHands = withExtras
            $0.tracking.averagesHandedness = withExtras
            $0.tracking.smoothing = withExtras ? SmoothingOptions() : nil
            $0.tracking.refinesStills = withExtras
            $0.skeleton = withExtras ? SkeletonOptions() : nil
        }
        try picture.withView { view in
            for frame in 0..<3 {
                _ = try pipeline.track(view, milliseconds: frame)
                _ = try pipeline.detect(view)
            }
            var (frame, hands) = (3, 0)
            let allocations = try fewestAllocations(of: 3) {
                for _ in 0..<10 {
                    hands += try pipeline.track(view, milliseconds: frame).hands.count
                    hands += try pipeline.detect(view).hands.count
                    frame += 1
                }
            }
            #expect(hands == 3 * 80)
            #expect(allocations == 0)
        }
    }
}

@Suite struct HandPipelineOptionsTests {
    private func error(_ change: (inout HandPipelineOptions) -> Void) -> HandPipelineError? {
        do {
            _ = try FakeNetworks().pipeline(change)
            return nil
        } catch { return error as? HandPipelineError }
    }

    @Test func rejectsOptionsOutOfRange() {
        #expect(error { $0.maximumHandCount = 0 } == .outOfRange(.handCount, 0))
        #expect(error { $0.maximumHandCount = -3 } == .outOfRange(.handCount, -3))
        #expect(error { $0.minimumDetectionConfidence = -0.1 } == .outOfRange(.detectionConfidence, -0.1))
        #expect(error { $0.minimumPresenceConfidence = 1.1 } == .outOfRange(.presenceConfidence, 1.1))
        #expect(error { $0.minimumTrackingConfidence = .infinity } == .outOfRange(.trackingConfidence, .infinity))
        #expect(error { $0.minimumTrackingConfidence = .nan } != nil)
        #expect(error { $0.tracking.detectionInterval = 0 } == .outOfRange(.detectionInterval, 0))
        #expect(
            error { $0.tracking.identityTimeoutMilliseconds = -1 }?.description
                == "the identity timeout is -1 ms; it must not be negative")
        let smoothing = SmoothingOptions(minimumCutoffHertz: 0)
        #expect(error { $0.tracking.smoothing = smoothing } == .smoothing(smoothing))
        #expect(error { $0.maximumHandCount = .max } == nil)
        #expect(error { $0.minimumDetectionConfidence = 0 } == nil)
        #expect(error { $0.minimumTrackingConfidence = 1 } == nil)
    }

    @Test func rejectsRotationsThatAreNotMultiplesOf90() throws {
        let pipeline = try FakeNetworks().pipeline()
        try noisePicture().withView { view in
            for degrees in [1, 45, -91, .max] {
                #expect(throws: TegataError(HandPipelineError.rotation(degrees: degrees))) {
                    try pipeline.detect(view, frame: FrameOptions(rotationDegrees: degrees))
                }
            }
            _ = try pipeline.detect(view, frame: FrameOptions(rotationDegrees: .max / 90 * 90))
        }
    }

    @Test func explainsHowToFixInvalidOptions() {
        #expect(
            HandPipelineError.outOfRange(.handCount, 0).description == "the number of hands is 0; ask for at least 1")
        #expect(
            HandPipelineError.outOfRange(.presenceConfidence, 2 as Float).description
                == "the minimum presence confidence is 2.0; it must be between 0 and 1")
        #expect(
            HandPipelineError.outOfRange(.detectionInterval, 0).description
                == "the detection interval is 0 frames; it must be at least 1")
        #expect(
            HandPipelineError.timestamp(milliseconds: 3, last: 4).description
                == "the timestamp 3 ms follows 4 ms; timestamps must increase")
    }
}

extension RGBPicture {
    /// The image rotated clockwise by 90 degrees.
    fileprivate var turnedRight: RGBPicture {
        var turned: [UInt8] = []
        for column in 0..<width {
            for row in (0..<height).reversed() {
                turned += bytes[3 * (row * width + column)..<3 * (row * width + column + 1)]
            }
        }
        return RGBPicture(width: height, height: width, bytes: turned)
    }
}
