import MediaPipeTasksVision
import TegataTestSupport
import Testing

@Suite("Additions to MediaPipe's hand landmarker", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct AdditionsTests {
    private func video(_ change: (HandLandmarkerOptions) -> Void) throws -> HandLandmarker {
        try HandLandmarker(
            options: landmarkerOptions {
                $0.runningMode = .video
                change($0)
            })
    }

    /// Returns the results for an image that moves to the right.
    private func results(_ landmarker: HandLandmarker, _ name: String, frames: Int) throws -> [HandLandmarkerResult] {
        let picture = try renderedHands(name)
        return try (0..<frames).map {
            try landmarker.detect(videoFrame: picture.shifted(by: 2 * $0).mpImage(), timestampInMilliseconds: 33 * $0)
        }
    }

    // MARK: Precision

    @Test("copies of options keep the precision")
    func precisionOfCopies() throws {
        for precision in Precision.allCases {
            let options = BaseOptions()
            #expect(options.precision == .single)
            options.precision = precision
            #expect(try #require(options.copy() as? BaseOptions).precision == precision)
        }
    }

    @Test(
        "other precisions find landmarks within three pixels of the crop, or report the missing CPU feature",
        arguments: [Precision.half, .allHalf, .int8])
    func landmarksOfPrecisions(precision: Precision) throws {
        let image = try renderedHands("thumb_up_right").mpImage()
        let single = try HandLandmarker(modelPath: landmarkerPath).detect(image: image)
        let makers: [() throws -> BaseOptions] = [
            {
                let options = BaseOptions()
                options.modelAssetPath = landmarkerPath
                options.precision = precision
                return options
            },
            {
                let options = BaseOptions()
                options.modelAsset = try ModelAsset(path: landmarkerPath, precision: precision)
                return options
            },
        ]
        for maker in makers {
            var found: HandLandmarkerResult?
            let error = tasksError {
                let options = HandLandmarkerOptions()
                options.baseOptions = try maker()
                found = try HandLandmarker(options: options).detect(image: image)
            }
            guard let found else {
                #expect(error?.text.contains("this CPU does not support") == true)
                continue
            }
            let limit: Float = precision == .half ? 0.25 / 224 : precision == .allHalf ? 1.0 / 224 : 3.0 / 224
            #expect(found.handedness.map { $0[0].categoryName } == single.handedness.map { $0[0].categoryName })
            for (point, other) in zip(found.landmarks[0], single.landmarks[0]) {
                #expect(abs(point.x - other.x) < limit && abs(point.y - other.y) < limit)
            }
        }
    }

    // MARK: Image processing options

    @Test("mirrored images give the right handedness, and landmarks in the coordinates of the image")
    func mirrored() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let picture = try renderedHands("victory_left")
        let plain = try landmarker.detect(image: picture.mpImage())
        let image = try picture.mirrored().mpImage()
        #expect(try landmarker.detect(image: image).handedness[0][0].categoryName == "Right")
        let mirrored = try landmarker.detect(
            image: image, imageProcessingOptions: ImageProcessingOptions(isMirrored: true))
        #expect(mirrored.handedness[0][0].categoryName == "Left")
        for (point, plain) in zip(mirrored.landmarks[0], plain.landmarks[0]) {
            #expect(abs(point.x - (1 - plain.x)) < 0.005 && abs(point.y - plain.y) < 0.005)
        }
    }

    @Test("a region finds only its own hands, in the coordinates of the image")
    func region() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.numHands = 2 })
        let image = try renderedHands("two_hands_mixed").mpImage()
        let wrists = try landmarker.detect(image: image).landmarks.map { $0[0].x }
        let right = ImageProcessingOptions(region: RegionOfInterest(left: 0.5, top: 0, right: 1, bottom: 1))
        let found = try landmarker.detect(image: image, imageProcessingOptions: right)
        #expect(found.landmarks.count == 1)
        let expected = try #require(wrists.max())
        #expect(abs(found.landmarks[0][0].x - expected) < 0.02)
    }

    @Test("palms are sorted by descending score and not limited to the number of hands")
    func palms() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let palms = try landmarker.detectPalms(image: renderedHands("two_hands_mixed").mpImage())
        #expect(palms.count == 2)
        #expect(palms[0].score >= palms[1].score && palms[1].score > 0.5)
        #expect(palms.allSatisfy { $0.box.width > 0 && $0.handRectangle.width > $0.box.width })
        #expect(try landmarker.detectPalms(image: renderedHands("no_hand").mpImage()).isEmpty)
    }

    @Test("refined stills are more accurate")
    func refinement() throws {
        let plain = try HandLandmarker(modelPath: landmarkerPath)
        let refined = try HandLandmarker(options: landmarkerOptions { $0.tracking.refinesStills = true })
        func error(_ landmarker: HandLandmarker, _ name: String) throws -> Double {
            let truth = try RenderedTruth(named: name).hands[0].landmarks
            let points = try landmarker.detect(image: renderedHands(name).mpImage()).landmarks[0]
            return zip(points, truth).reduce(0) { $0 + hypot(Double($1.0.x) - $1.1[0], Double($1.0.y) - $1.1[1]) } / 21
        }
        for name in ["victory_left", "thumb_up_right"] {
            #expect(try error(refined, name) < error(plain, name), "\(name)")
        }
    }

    // MARK: Tracking

    @Test("hands keep their IDs")
    func identifiers() throws {
        let landmarker = try video {
            $0.numHands = 2
            $0.tracking.identifiesHands = true
        }
        let results = try results(landmarker, "two_hands_mixed", frames: 4)
        let numbers = results.map { $0.hands.compactMap(\.identifier) }
        #expect(Set(numbers[0]).count == 2)
        #expect(numbers.allSatisfy { $0 == numbers[0] })
        let plain = try video { $0.numHands = 2 }
        #expect(try self.results(plain, "two_hands_mixed", frames: 1)[0].hands.map(\.identifier) == [nil, nil])
    }

    @Test("smoothing changes all frames except the first")
    func smoothing() throws {
        let plain = try results(video { _ in }, "victory_left", frames: 3)
        let smooth = try results(video { $0.tracking.smoothing = SmoothingOptions() }, "victory_left", frames: 3)
        #expect(ResultValues(smooth[0]) == ResultValues(plain[0]))
        let pairs = zip(
            zip(smooth[0].landmarks[0], smooth[1].landmarks[0]), zip(plain[0].landmarks[0], plain[1].landmarks[0]))
        for ((smoothFrom, smoothTo), (from, to)) in pairs {
            #expect(abs(smoothTo.x - smoothFrom.x) < abs(to.x - from.x))
        }
    }

    @Test("handedness is averaged over the frames")
    func handedness() throws {
        let plain = try results(video { _ in }, "victory_left", frames: 3).map { $0.handedness[0][0].score }
        let averaged = try results(video { $0.tracking.averagesHandedness = true }, "victory_left", frames: 3).map {
            $0.handedness[0][0].score
        }
        #expect(abs(averaged[2] - plain.reduce(0, +) / 3) < 1e-6)
    }

    @Test("the landmarker searches for new hands at the detection interval")
    func interval() throws {
        // There is one hand but two are requested, so the search never ends.
        let results = try results(
            video {
                $0.numHands = 2
                $0.tracking.detectionInterval = 3
            }, "victory_left", frames: 7)
        #expect(results.map { $0.timings.palmNetwork > 0 } == [true, false, false, true, false, false, true])
    }

    // MARK: Everything else

    @Test("results contain the time of each stage")
    func timings() throws {
        let result = try HandLandmarker(modelPath: landmarkerPath).detect(
            image: renderedHands("victory_left").mpImage())
        let timings = result.timings
        let stages = [
            timings.palmImage, timings.palmNetwork, timings.palmDecoding, timings.handImages, timings.handNetwork,
            timings.handDecoding,
        ]
        #expect(stages.allSatisfy { $0 > 0 })
        #expect(stages.reduce(0, +) <= timings.total)
        #expect(result.hands[0].presence > 0.5)
    }

    @Test("a sequence of frames gives a sequence of results")
    func sequence() async throws {
        let picture = try renderedHands("victory_left")
        let frames = try (0..<4).map {
            try TimedImage(image: picture.shifted(by: 2 * $0).mpImage(), timestampInMilliseconds: 33 * $0)
        }
        let expected = try results(video { _ in }, "victory_left", frames: 4).map { ResultValues($0) }

        var found: [ResultValues] = []
        for try await result in try video({ _ in }).results(for: frames) {
            #expect(result.timestampInMilliseconds == 33 * found.count)
            found.append(ResultValues(result))
        }
        #expect(found == expected)

        let (stream, continuation) = AsyncStream.makeStream(of: TimedImage.self)
        for frame in frames { continuation.yield(frame) }
        continuation.finish()
        found = []
        for try await result in try video({ _ in }).results(for: stream) { found.append(ResultValues(result)) }
        #expect(found == expected)
    }

    @Test("a sequence ends with the error of a frame")
    func sequenceErrors() async throws {
        let image = try renderedHands("no_hand").mpImage()
        let frames = [1, 2, 2].map { TimedImage(image: image, timestampInMilliseconds: $0) }
        var count = 0
        await #expect(throws: NSError.self) {
            for try await _ in try video({ _ in }).results(for: frames) { count += 1 }
        }
        #expect(count == 2)
    }

    @Test("several landmarkers share one set of weights, from a file or from memory")
    func sharing() throws {
        let image = try renderedHands("victory_left").mpImage()
        let expected = try ResultValues(HandLandmarker(modelPath: landmarkerPath).detect(image: image))
        for asset in [
            try ModelAsset(path: landmarkerPath),
            try ModelAsset(data: Data(contentsOf: URL(fileURLWithPath: landmarkerPath))),
        ] {
            let landmarkers = try (1...3).map { hands in
                let options = HandLandmarkerOptions()
                options.baseOptions.modelAsset = asset
                options.numHands = hands
                return try HandLandmarker(options: options)
            }
            let same = try landmarkers.map { try ResultValues($0.detect(image: image)) == expected }
            #expect(same == [true, true, true])
        }
    }

    @Test("options are copied, so that changing them later has no effect")
    func copiedOptions() throws {
        let options = landmarkerOptions { $0.numHands = 2 }
        let landmarker = try HandLandmarker(options: options)
        options.numHands = 1
        options.runningMode = .video
        options.minHandPresenceConfidence = 1
        options.baseOptions.modelAssetPath = nil
        #expect(try landmarker.detect(image: renderedHands("two_hands_mixed").mpImage()).landmarks.count == 2)
    }

    @Test("copies of options keep all settings")
    func copying() throws {
        let options = landmarkerOptions {
            $0.runningMode = .video
            $0.numHands = 3
            $0.minHandDetectionConfidence = 0.1
            $0.minHandPresenceConfidence = 0.2
            $0.minTrackingConfidence = 0.3
            $0.tracking.identifiesHands = true
            $0.baseOptions.threadCount = 5
        }
        let copy = try #require(options.copy() as? HandLandmarkerOptions)
        #expect(copy !== options && copy.baseOptions !== options.baseOptions)
        #expect(copy.runningMode == .video && copy.numHands == 3)
        #expect(
            [copy.minHandDetectionConfidence, copy.minHandPresenceConfidence, copy.minTrackingConfidence] == [
                0.1, 0.2, 0.3,
            ])
        #expect(copy.tracking == options.tracking)
        #expect(copy.baseOptions.threadCount == 5)
        #expect(copy.baseOptions.modelAssetPath == landmarkerPath)
        let base = BaseOptions()
        base.modelAssetPath = "other"
        copy.baseOptions = base
        base.modelAssetPath = "changed"
        #expect(copy.baseOptions.modelAssetPath == "other")
    }
}
