import MediaPipeTasksVision
import TegataTestSupport
import Testing

let hasRecognizer = ModelFiles.have("gesture_recognizer.task")
let hasCustomRecognizer = ModelFiles.have("gesture_recognizer_custom.task")
private let recognizerPath = ModelFiles.path("gesture_recognizer.task") ?? ""
private let customPath = ModelFiles.path("gesture_recognizer_custom.task") ?? ""

private func recognizerOptions(_ change: (GestureRecognizerOptions) -> Void = { _ in }) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = recognizerPath
    change(options)
    return options
}

extension GestureRecognizerResult {
    fileprivate var names: [[String?]] { gestures.map { $0.map(\.categoryName) } }
    fileprivate var points: [[[Float]]] { landmarks.map { $0.map { [$0.x, $0.y, $0.z] } } }
}

@Suite("Gesture recogniser", .enabled(if: hasRecognizer, "needs gesture_recognizer.task"))
struct GestureRecognizerTests {
    @Test(
        "names gestures of single images",
        arguments: [("victory_left", "Victory", "Left"), ("thumb_up_right", "Thumb_Up", "Right")])
    func gesture(picture: String, gesture: String, hand: String) throws {
        let recognizer = try GestureRecognizer(modelPath: recognizerPath)
        let result = try recognizer.recognize(image: renderedHands(picture).mpImage())
        #expect(result.names == [[gesture]])
        #expect(result.gestures[0][0].index == -1)
        #expect(result.gestures[0][0].displayName == nil)
        #expect(result.gestures[0][0].score > 0.5)
        #expect(result.handedness[0][0].categoryName == hand)
        #expect(result.landmarks[0].count == 21 && result.worldLandmarks[0].count == 21)
        #expect(result.timestampInMilliseconds == 0)
        #expect(result.timings.gestures > 0)
        #expect(result.gestureEvents.isEmpty && result.hands[0].gestureDetails == nil)
    }

    @Test("finds the same landmarks as the landmarker", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func landmarks() throws {
        let image = try renderedHands("two_hands_mixed").mpImage()
        let recognized = try GestureRecognizer(options: recognizerOptions { $0.numHands = 2 }).recognize(image: image)
        let found = try HandLandmarker(options: landmarkerOptions { $0.numHands = 2 }).detect(image: image)
        #expect(recognized.points == ResultValues(found).points)
        #expect(recognized.points.count == 2)
        // The gesture bundle also works as a landmarker bundle.
        let options = landmarkerOptions {
            $0.numHands = 2
            $0.baseOptions.modelAssetPath = recognizerPath
        }
        #expect(try ResultValues(HandLandmarker(options: options).detect(image: image)) == ResultValues(found))
    }

    @Test("keeps hands without a gesture, each with an empty list")
    func withoutGesture() throws {
        let recognizer = try GestureRecognizer(
            options: recognizerOptions {
                $0.numHands = 2
                $0.cannedGesturesClassifierOptions = ClassifierOptions()
                $0.cannedGesturesClassifierOptions?.categoryAllowlist = ["Thumb_Up"]
                $0.cannedGesturesClassifierOptions?.scoreThreshold = 0.5
            })
        let result = try recognizer.recognize(image: renderedHands("two_hands_mixed").mpImage())
        #expect(result.landmarks.count == 2 && result.handedness.count == 2)
        #expect(result.names.count == 2)
        #expect(Set(result.names) == [[], ["Thumb_Up"]])
        #expect(try recognizer.recognize(image: renderedHands("no_hand").mpImage()).gestures.isEmpty)
    }

    @Test("classifiers return only what their options allow")
    func classifierOptions() throws {
        let image = try renderedHands("victory_left").mpImage()
        func names(_ change: (ClassifierOptions) -> Void) throws -> [[String?]] {
            let classifier = ClassifierOptions()
            change(classifier)
            return try GestureRecognizer(options: recognizerOptions { $0.cannedGesturesClassifierOptions = classifier })
                .recognize(image: image).names
        }
        #expect(try names { _ in } == [["Victory"]])
        // A maximum of 0 and both lists at once are not errors.
        #expect(try names { $0.maxResults = 0 } == [["Victory"]])
        #expect(
            try names {
                $0.categoryAllowlist = ["Victory"]
                $0.categoryDenylist = ["Victory"]
            } == [["Victory"]])
        #expect(try names { $0.categoryDenylist = ["Victory"] } != [["Victory"]])
        #expect(try names { $0.scoreThreshold = 1.5 } == [[]])
        #expect(try names { $0.categoryAllowlist = ["no such gesture"] } == [["Victory"]])
        #expect(try names { $0.displayNamesLocale = "xx" } == [["Victory"]])
    }

    @Test(
        "custom gestures take precedence over canned gestures",
        .enabled(if: hasCustomRecognizer, "needs gesture_recognizer_custom.task"))
    func custom() throws {
        let image = try renderedHands("thumb_up_right").mpImage()
        let options = recognizerOptions {
            $0.baseOptions.modelAssetPath = customPath
            $0.returnsGestureDetails = true
        }
        let both = try GestureRecognizer(options: options).recognize(image: image)
        let details = try #require(both.hands.first?.gestureDetails)
        #expect(!details.custom.isEmpty && !details.canned.isEmpty)
        #expect(details.embedding.count == 128)
        options.customGesturesClassifierOptions = ClassifierOptions()
        options.customGesturesClassifierOptions?.scoreThreshold = 2
        let canned = try GestureRecognizer(options: options).recognize(image: image)
        // This bundle does not name its canned gestures.
        #expect(canned.names == [[""]])
        // The bundle's metadata requires a score of 0.5. Options accept any score, even if nothing in them was changed.
        options.customGesturesClassifierOptions = nil
        let victory = try renderedHands("victory_left").mpImage()
        let byMetadata = try GestureRecognizer(options: options).recognize(image: victory).names
        #expect(byMetadata == [[""]])
        options.customGesturesClassifierOptions = ClassifierOptions()
        let byOptions = try GestureRecognizer(options: options).recognize(image: victory).names
        #expect(byOptions == [["multiply"]])
    }

    @Test("videos: timestamps must increase, and hands are tracked")
    func video() throws {
        let recognizer = try GestureRecognizer(options: recognizerOptions { $0.runningMode = .video })
        let image = try renderedHands("victory_left").mpImage()
        #expect(try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 10).names == [["Victory"]])
        let second = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 20)
        #expect(second.names == [["Victory"]])
        #expect(second.timestampInMilliseconds == 20)
        #expect(second.timings.palmNetwork == 0)
        #expect(
            tasksError { _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 20) }?.code
                == .invalidArgument)
        recognizer.resetTracking()
        #expect(try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0).names == [["Victory"]])
    }

    @Test("events report when gestures begin and end")
    func events() throws {
        let recognizer = try GestureRecognizer(
            options: recognizerOptions {
                $0.runningMode = .video
                $0.gestureEvents = GestureEventOptions(dwellMilliseconds: 100, releaseMilliseconds: 100)
            })
        let hand = try renderedHands("victory_left").mpImage()
        let nothing = try renderedHands("no_hand").mpImage()
        var kinds: [String] = []
        for frame in 0..<8 {
            let result = try recognizer.recognize(
                videoFrame: frame < 4 ? hand : nothing, timestampInMilliseconds: 50 * frame)
            kinds += result.gestureEvents.map { "\(frame) \($0.kind) \($0.name)" }
        }
        #expect(kinds.first == "2 began Victory")
        #expect(kinds.contains("3 held Victory"))
        #expect(kinds.last?.hasSuffix("ended Victory") == true)
    }

    @Test("landmarks alone give the same gestures as their image")
    func landmarksAlone() throws {
        let recognizer = try GestureRecognizer(options: recognizerOptions { $0.numHands = 2 })
        let result = try recognizer.recognize(image: renderedHands("two_hands_mixed").mpImage())
        let size = CGSize(
            width: try renderedHands("two_hands_mixed").width, height: try renderedHands("two_hands_mixed").height)
        for hand in result.landmarks.indices {
            let gestures = try recognizer.recognize(
                landmarks: result.landmarks[hand], worldLandmarks: result.worldLandmarks[hand],
                handedness: result.handedness[hand][0],
                imageSize: size)
            #expect(gestures.map(\.categoryName) == result.names[hand])
            #expect(gestures.map(\.score) == result.gestures[hand].map(\.score))
        }
        let (points, world, right) = (result.landmarks[0], result.worldLandmarks[0], result.handedness[0][0])
        let third = ResultCategory(index: 2, score: 1, categoryName: "Third", displayName: nil)
        let unsure = ResultCategory(index: 0, score: 0.25, categoryName: "Right", displayName: nil)
        let nowhere = points.dropLast() + [NormalizedLandmark(x: .nan, y: 0, z: 0, visibility: nil, presence: nil)]
        let farWorld = world.dropLast() + [Landmark(x: 0, y: 0, z: .infinity, visibility: nil, presence: nil)]
        let calls: [() throws -> [ResultCategory]] = [
            {
                try recognizer.recognize(
                    landmarks: Array(nowhere), worldLandmarks: world, handedness: right, imageSize: size)
            },
            {
                try recognizer.recognize(
                    landmarks: points, worldLandmarks: Array(farWorld), handedness: right, imageSize: size)
            },
            { try recognizer.recognize(landmarks: [], worldLandmarks: world, handedness: right, imageSize: size) },
            {
                try recognizer.recognize(
                    landmarks: points, worldLandmarks: Array(world.dropLast()), handedness: right, imageSize: size)
            },
            { try recognizer.recognize(landmarks: points, worldLandmarks: world, handedness: third, imageSize: size) },
            { try recognizer.recognize(landmarks: points, worldLandmarks: world, handedness: unsure, imageSize: size) },
            { try recognizer.recognize(landmarks: points, worldLandmarks: world, handedness: right, imageSize: .zero) },
            {
                try recognizer.recognize(
                    landmarks: points, worldLandmarks: world, handedness: right,
                    imageSize: CGSize(width: .infinity, height: 1.0))
            },
            {
                try recognizer.recognize(
                    landmarks: points, worldLandmarks: world, handedness: right, imageSize: size, rotationDegrees: 30)
            },
        ]
        for call in calls { #expect(tasksError { _ = try call() }?.code == .invalidArgument) }
    }

    @Test("rejects a bundle without gestures", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func wrongBundle() throws {
        #expect(tasksError { _ = try GestureRecognizer(modelPath: landmarkerPath) }?.code == .notFound)
        let asset = try ModelAsset(path: landmarkerPath)
        #expect(
            tasksError { _ = try GestureRecognizer(options: recognizerOptions { $0.baseOptions.modelAsset = asset }) }?
                .code == .notFound)
        #expect(tasksError { _ = try GestureRecognizer(modelPath: "/no/such.task") }?.code == .notFound)
    }

    @Test("recognisers and landmarkers share one set of weights")
    func sharing() throws {
        let asset = try ModelAsset(path: recognizerPath)
        let image = try renderedHands("victory_left").mpImage()
        let recognizer = try GestureRecognizer(options: recognizerOptions { $0.baseOptions.modelAsset = asset })
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.baseOptions.modelAsset = asset })
        #expect(try recognizer.recognize(image: image).points == ResultValues(landmarker.detect(image: image)).points)
    }

    @Test("rejects options out of range and calls for another mode")
    func badInput() throws {
        let changes: [(GestureRecognizerOptions) -> Void] = [
            { $0.numHands = 0 }, { $0.minHandPresenceConfidence = 7 }, { $0.runningMode = .liveStream },
            { $0.gestureEvents = GestureEventOptions(dwellMilliseconds: -1) },
        ]
        for change in changes {
            #expect(
                tasksError { _ = try GestureRecognizer(options: recognizerOptions(change)) }?.code == .invalidArgument)
        }
        let recognizer = try GestureRecognizer(modelPath: recognizerPath)
        let image = try renderedHands("victory_left").mpImage()
        let wrong = tasksError { _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0) }
        #expect(wrong?.code == .invalidArgument)
        #expect(
            wrong?.text.contains("recognize(videoFrame:timestampInMilliseconds:) needs a task in Video mode") == true)
        #expect(
            tasksError { try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 0) }?.code
                == .invalidArgument)
        #expect(try recognizer.recognize(image: image).names == [["Victory"]])
    }

    @Test("a sequence of frames gives a sequence of results")
    func sequence() async throws {
        let recognizer = try GestureRecognizer(options: recognizerOptions { $0.runningMode = .video })
        let image = try renderedHands("victory_left").mpImage()
        var names: [[String?]] = []
        for try await result in recognizer.results(
            for: (0..<3).map { TimedImage(image: image, timestampInMilliseconds: $0) })
        {
            names += result.names
        }
        #expect(names == [["Victory"], ["Victory"], ["Victory"]])
    }

    @Test("copies of options keep all settings")
    func copying() throws {
        let options = recognizerOptions {
            $0.numHands = 2
            $0.runningMode = .video
            $0.customGesturesClassifierOptions = ClassifierOptions()
            $0.customGesturesClassifierOptions?.categoryDenylist = ["a"]
            $0.cannedGesturesClassifierOptions = ClassifierOptions()
            $0.cannedGesturesClassifierOptions?.scoreThreshold = 0.25
            $0.returnsGestureDetails = true
        }
        let copy = try #require(options.copy() as? GestureRecognizerOptions)
        #expect(copy.numHands == 2 && copy.runningMode == .video && copy.returnsGestureDetails)
        #expect(copy.customGesturesClassifierOptions !== options.customGesturesClassifierOptions)
        #expect(copy.customGesturesClassifierOptions?.categoryDenylist == ["a"])
        #expect(copy.cannedGesturesClassifierOptions?.scoreThreshold == 0.25)
        #expect(GestureRecognizerOptions().cannedGesturesClassifierOptions == nil)
        #expect(GestureRecognizerOptions().runningMode == .image)
        let defaults = ClassifierOptions()
        #expect(defaults.maxResults == -1 && defaults.scoreThreshold == 0 && defaults.displayNamesLocale == nil)
        #expect(defaults.categoryAllowlist == nil && defaults.categoryDenylist == nil)
    }
}

// MARK: Usage in guides and apps

private class RecognitionProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
    let finished = DispatchSemaphore(value: 0)
    var names: [String?] = []

    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: Error?
    ) {
        names.append(result?.gestures.first?.first?.categoryName)
        finished.signal()
    }
}

private class GestureProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
    let finished = DispatchSemaphore(value: 0)
    var names: [String?] = []

    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: Error?
    ) {
        names.append(result?.gestures.first?.first?.categoryName)
        finished.signal()
    }
}

@Suite("Usage as published: gesture recogniser", .enabled(if: hasRecognizer, "needs gesture_recognizer.task"))
struct GestureGuideUsageTests {
    private let modelPath: String? = recognizerPath

    @Test("live streams, with either spelling of the delegate's method")
    func liveStream() throws {
        let image = try MPImage(sampleBuffer: renderedHands("victory_left").sampleBuffer(), orientation: .up)
        let options = GestureRecognizerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .liveStream
        options.minHandDetectionConfidence = 0.5
        options.minHandPresenceConfidence = 0.5
        options.minTrackingConfidence = 0.5
        options.numHands = 1
        let guide = RecognitionProcessor()
        options.gestureRecognizerLiveStreamDelegate = guide
        let first = try GestureRecognizer(options: options)
        try first.recognizeAsync(image: image, timestampInMilliseconds: 0)
        guide.finished.wait()
        #expect(guide.names == ["Victory"])

        let header = GestureProcessor()
        options.gestureRecognizerLiveStreamDelegate = header
        let second = try GestureRecognizer(options: options)
        try second.recognizeAsync(image: image, timestampInMilliseconds: Int(Date().timeIntervalSince1970 * 1000))
        header.finished.wait()
        #expect(header.names == ["Victory"])
        #expect(first.droppedFrameCount == 0)
    }

    @Test("images and videos, with optional values")
    func calls() throws {
        let options = GestureRecognizerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.baseOptions.delegate = .CPU
        var gestureRecognizer: GestureRecognizer? = try GestureRecognizer(options: options)
        let result = try? gestureRecognizer?.recognize(
            image: MPImage(uiImage: renderedHands("thumb_up_right").uiImage()))
        #expect(result?.gestures.first?.first?.categoryName == "Thumb_Up")

        options.runningMode = .video
        gestureRecognizer = try GestureRecognizer(options: options)
        let video = try gestureRecognizer?.recognize(
            videoFrame: MPImage(uiImage: renderedHands("thumb_up_right").uiImage()),
            timestampInMilliseconds: 100)
        #expect(video?.gestures.first?.first?.categoryName == "Thumb_Up")
    }
}
