import AllocationCounter
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

/// Gesture networks with made-up outputs. Running them allocates nothing.
private final class FakeGestures {
    private let inputs: [UnsafeMutableBufferPointer<Float>] = [63, 1, 63, 1].map { .allocate(capacity: $0) }
    private let embedding = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1)
    private let scores = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2)
    private(set) var runs = 0
    /// The classifier's scores for `None` and `Wave`, given the probability that the hand is a right hand.
    var answer: (Float) -> (Float, Float) = { (1 - $0, $0) }

    init() {
        for buffer in inputs + [embedding, scores] { buffer.initialize(repeating: 0) }
    }

    deinit {
        for buffer in inputs + [embedding, scores] { buffer.deallocate() }
    }

    /// The embedder's last inputs.
    var hand: [Float] { Array(inputs[0]) }
    var world: [Float] { Array(inputs[2]) }

    func stage(_ options: GestureOptions = GestureOptions()) throws -> GestureStage {
        let embedder = NetworkRunner(inputs: Array(inputs[..<3]), outputs: [UnsafeBufferPointer(embedding)]) { [self] in
            runs += 1
            embedding[0] = inputs[1][0]
        }
        let classifier = NetworkRunner(inputs: [inputs[3]], outputs: [UnsafeBufferPointer(scores)]) { [self] in
            (scores[0], scores[1]) = answer(inputs[3][0])
        }
        let filter = try GestureFilter(
            labels: ["None", "Wave"], classCount: 2, metadataThreshold: nil, options: options.canned, file: "own.task")
        return GestureStage(
            embedder: embedder, classifiers: [.init(.canned, classifier, filter: filter)],
            returnsDetails: options.returnsDetails)
    }
}

@Suite struct GesturePipelineTests {
    private let picture = noisePicture()

    private func twoHands() -> FakeNetworks {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(5, 12), logit: 3)
        networks.addPalm(at: FakeNetworks.anchor(19, 12), logit: 2)
        return networks
    }

    /// If only some hands have a gesture, each keeps its own.
    @Test func assignsGesturesToTheirHands() throws {
        let networks = twoHands()
        networks.rightProbability = { $0 % 2 == 0 ? 0.25 : 0.75 }
        let gestures = FakeGestures()
        var options = GestureOptions()
        options.canned.categoryDenylist = ["None"]
        options.canned.scoreThreshold = 0.5
        options.returnsDetails = true
        let stage = try gestures.stage(options)
        let pipeline = try networks.pipeline(gestures: stage) { $0.maximumHandCount = 2 }
        let plain = try networks.pipeline { $0.maximumHandCount = 2 }
        try picture.withView { view in
            for frame in 0..<3 {
                let result = frame == 0 ? try pipeline.detect(view) : try pipeline.track(view, milliseconds: frame)
                #expect(result.hands.map(\.gesture) == [nil, Gesture(name: "Wave", score: 0.75, classifier: .canned)])
                #expect(result.hands.map { $0.gestureDetails?.embedding } == [[0.25], [0.75]])
                #expect(
                    result.hands.map { $0.gestureDetails?.canned.map(\.name) } == [
                        ["None", "Wave"], ["Wave", "None"],
                    ])
                #expect(result.timings.gestures > 0 && result.timings.gestures < result.timings.total)
                #expect(result.gestureEvents.isEmpty)
                // Apart from the gestures, the hands are the same as from a landmark pipeline.
                var hands = result.hands
                for index in hands.indices { hands[index] = hands[index].withoutGesture }
                let expected = frame == 0 ? try plain.detect(view) : try plain.track(view, milliseconds: frame)
                #expect(hands == expected.hands)
                #expect(expected.timings.gestures == 0)
            }
        }
        #expect(gestures.runs == 6)
    }

    @Test func computesFeaturesFromUprightImagesAndRegions() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let gestures = FakeGestures()
        let stage = try gestures.stage()
        let pipeline = try networks.pipeline(gestures: stage)
        let region = RegionOfInterest(left: 0.25, top: 0.25, right: 0.75, bottom: 0.75)
        for (frame, size) in [
            (FrameOptions(), PixelSize(width: 320, height: 240)),
            (FrameOptions(rotationDegrees: 90), PixelSize(width: 320, height: 240)),
            (FrameOptions(region: region), PixelSize(width: 160, height: 120)),
        ] {
            let hand = try #require(try picture.withView { try pipeline.detect($0, frame: frame) }.hands.first)
            let inner = hand.landmarks.map { point in
                frame.region == nil ? point : HandPoint(x: 2 * point.x - 0.5, y: 2 * point.y - 0.5, z: 2 * point.z)
            }
            let expected = try GestureFeatures(
                landmarks: HandPoints { inner[$0] }, worldLandmarks: hand.worldLandmarks, handedness: hand.handedness,
                handednessScore: hand.handednessScore, size: size,
                rotation: regionRotation(degrees: frame.rotationDegrees))
            #expect(zip(gestures.hand, expected.hand.floats).allSatisfy { abs($0 - $1) < 1e-4 })
            #expect(gestures.world == expected.world.floats)
        }
        // A mirrored image gives the same features as its flipped pixels.
        _ = try picture.flipped.withView { try pipeline.detect($0) }
        let straight = gestures.hand
        _ = try picture.withView { try pipeline.detect($0, frame: FrameOptions(isMirrored: true)) }
        #expect(gestures.hand == straight)
    }

    /// MediaPipe aborts for good if the handedness is not a probability.
    @Test func recoversFromInvalidHandedness() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let gestures = FakeGestures()
        let stage = try gestures.stage()
        let pipeline = try networks.pipeline(gestures: stage)
        try picture.withView { view in
            _ = try pipeline.track(view, milliseconds: 0)
            for probability in [Float(2), -1, .nan] {
                networks.rightProbability = { _ in probability }
                do {
                    _ = try pipeline.track(view, milliseconds: 1)
                    Issue.record("\(probability) was taken")
                } catch let error as TegataError {
                    #expect(error.kind == .invalidArgument && error.file.isEmpty && error.place.isEmpty)
                    #expect(error.description.hasPrefix("the handedness score is "))
                }
            }
            #expect(throws: TegataError.self) { try pipeline.track(view) }
            networks.rightProbability = { _ in 0.8 }
            // The failed frame has changed neither the tracked hand nor the time.
            #expect(try pipeline.track(view, milliseconds: 1).hands.first?.gesture?.name == "Wave")
            #expect(networks.palmRuns == 1, "the hand has been tracked throughout")
        }
    }

    @Test func sortsScoresThatAreNaNLast() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let gestures = FakeGestures()
        var options = GestureOptions()
        options.returnsDetails = true
        let stage = try gestures.stage(options)
        let pipeline = try networks.pipeline(gestures: stage)
        try picture.withView { view in
            for (answer, names) in [
                ((.nan, 0.2), ["Wave", "None"]), ((0.2, .nan), ["None", "Wave"]),
                ((.nan, .nan), ["None", "Wave"]),
            ] as [((Float, Float), [String])] {
                gestures.answer = { _ in answer }
                let hand = try pipeline.detect(view).hands.first
                #expect(hand?.gestureDetails?.canned.map(\.name) == names)
            }
        }
    }

    @Test func reportsEventsOfTrackedHands() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let gestures = FakeGestures()
        let stage = try gestures.stage()
        let pipeline = try networks.pipeline(gestures: stage) {
            $0.gestures = GestureOptions()
            $0.gestures?.events = GestureEventOptions(dwellMilliseconds: 50, releaseMilliseconds: 50)
        }
        var kinds: [GestureEvent.Kind?] = []
        try picture.withView { view in
            for frame in 0..<6 {
                if frame == 3 { gestures.answer = { _ in (0.9, 0.1) } }
                let result = try pipeline.track(view, milliseconds: 40 * frame)
                #expect(result.hands.map(\.identifier) == [1])
                #expect(result.gestureEvents.allSatisfy { $0.name == "Wave" && $0.handIdentifier == 1 })
                kinds.append(result.gestureEvents.first?.kind)
            }
            #expect(kinds == [nil, nil, .began, .held, .ended, nil])
            // A reset ends all gestures without an event.
            gestures.answer = { _ in (0.1, 0.9) }
            _ = try pipeline.track(view, milliseconds: 240)
            pipeline.resetTracking()
            #expect(try pipeline.track(view, milliseconds: 300).gestureEvents.isEmpty)
        }
    }

    @Test(.enabled(if: areAllocationsCounted() != 0), arguments: [false, true])
    func allocatesNothingPerFrame(withEvents: Bool) throws {
        let networks = twoHands()
        let gestures = FakeGestures()
        let stage = try gestures.stage()
        let pipeline = try networks.pipeline(gestures: stage) {
            $0.maximumHandCount = 2
            $0.gestures = GestureOptions()
            // No gesture may begin, because its event would be allocated as part of the result.
            $0.gestures?.events = withEvents ? GestureEventOptions(dwellMilliseconds: 1_000_000) : nil
        }
        try picture.withView { view in
            for frame in 0..<3 {
                _ = try pipeline.track(view, milliseconds: frame)
                _ = try pipeline.detect(view)
            }
            var frame = 3
            let allocations = try fewestAllocations(of: 3) {
                for _ in 0..<10 {
                    _ = try pipeline.track(view, milliseconds: frame)
                    _ = try pipeline.detect(view)
                    frame += 1
                }
            }
            // The result's array of hands is reused, because nobody keeps a reference to it.
            #expect(allocations == 0)
        }
    }

    // MARK: Errors and bundles

    @Test func rejectsNegativeDurations() throws {
        let stage = try FakeGestures().stage()
        for (dwell, release) in [(-1, 0), (0, -1)] {
            #expect(throws: GestureError.eventDuration(milliseconds: -1)) {
                try FakeNetworks().pipeline(gestures: stage) {
                    $0.gestures = GestureOptions()
                    $0.gestures?.events = GestureEventOptions(dwellMilliseconds: dwell, releaseMilliseconds: release)
                }
            }
        }
    }

    private static let haveBundles = ModelFiles.have(
        "hand_landmarker.task", "gesture_recognizer.task", "gesture_recognizer_custom.task")

    @Test(.enabled(if: haveBundles)) func rejectsLandmarkerBundlesForGestures() throws {
        let bytes = try ModelFiles.bytes("hand_landmarker.task")
        let missing = TegataError(HandNetworksError.gesturesMissing(file: "hand_landmarker.task"))
        #expect(throws: missing) {
            try HandNetworks(bundle: bytes, file: "hand_landmarker.task", includingGestures: true)
        }
        #expect(throws: missing) {
            try GestureNetworks(bundle: bytes, file: "hand_landmarker.task")
        }
        let networks = try HandNetworks(bundle: bytes, file: "hand_landmarker.task")
        var options = HandPipelineOptions()
        options.gestures = GestureOptions()
        #expect(throws: TegataError(GestureError.networksMissing)) {
            _ = try GesturePipeline(networks, options: options, team: ThreadTeam(count: 1))
        }
        #expect(throws: TegataError(HandPipelineError.recognition)) {
            _ = try HandPipeline(networks, options: options, team: ThreadTeam(count: 1))
        }
    }

    /// A gesture bundle can also be used as a landmarker bundle, with the same landmarks.
    @Test(.enabled(if: haveBundles), arguments: ["gesture_recognizer.task", "gesture_recognizer_custom.task"])
    func findsTheSameHandsWithGestureBundles(name: String) throws {
        let recording = try #require(Recording.all.first { $0.name == "victory" })
        let team = ThreadTeam(count: 1)
        let bundle = try ModelFiles.bytes(name)
        let landmarker = try HandNetworks(bundle: bundle, file: name)
        #expect(landmarker.gestures == nil)
        let networks = try HandNetworks(bundle: bundle, file: name, includingGestures: true)
        let custom = try #require(networks.gestures).custom
        #expect(
            custom?.labels ?? []
                == (name.contains("custom")
                    ? ["none", "0", "add", "clear", "divide", "equal", "minus", "multiply", "plus"] : []))
        #expect(custom?.scoreThreshold == (name.contains("custom") ? 0.5 : nil))
        var options = HandPipelineOptions()
        options.gestures = GestureOptions()
        let pipeline = try GesturePipeline(networks, options: options, team: team)
        let plain = try HandPipeline(landmarker, team: team)
        try recording.forEachFrame { _, _, image in
            let hand = try #require(try pipeline.detect(image).hands.first)
            #expect(hand.gesture?.name == (name.contains("custom") ? "" : "Victory"))
            #expect(try plain.detect(image).hands == [hand.withoutGesture])
        }
    }
}

extension HandResult {
    /// The hand as returned without gesture recognition.
    fileprivate var withoutGesture: HandResult {
        var hand = self
        (hand.gesture, hand.gestureDetails) = (nil, nil)
        return hand
    }
}
