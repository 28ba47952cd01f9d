import Foundation
import MediaPipeTasksVision
import TegataModelSearch
import TegataTestSupport
import Testing

@Suite("Bad input to the hand landmarker")
struct BadInputTests {
    // MARK: Models

    @Test("reports empty, unset and missing model paths")
    func paths() throws {
        let missing = "/no/such/folder/hand_landmarker.task"
        let error = tasksError { _ = try HandLandmarker(modelPath: missing) }
        #expect(error?.code == .notFound)
        #expect(error?.text == "NOT_FOUND: \(missing): no such file; check the path")

        #expect(tasksError { _ = try HandLandmarker(modelPath: "") }?.code == .invalidArgument)
        #expect(tasksError { _ = try HandLandmarker(options: HandLandmarkerOptions()) }?.code == .invalidArgument)
    }

    @Test("searches for the default bundle if the path is nil, and names the folders if it is missing")
    func nilPath() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "no such", ofType: "task")
        let error = tasksError { _ = try HandLandmarker(options: options) }
        let isFound = ModelSearch.path(of: "hand_landmarker.task", in: ModelSearch.folders()) != nil
        #expect((error == nil) == isFound)
        let missing = tasksError {
            _ = try ModelPath.usual(includingGestures: true, in: ["/nowhere", "/nowhere", "/elsewhere"])
        }
        #expect(missing?.code == .notFound)
        #expect(
            missing?.text.contains(
                "baseOptions.modelAssetPath is nil, and gesture_recognizer.task: not in /nowhere or /elsewhere; ")
                == true)
    }

    @Test("reports a folder, an empty file, and files that are not bundles")
    func files() throws {
        try withTemporaryFolder { folder in
            #expect(tasksError { _ = try HandLandmarker(modelPath: folder.path) }?.code == .unknown)
            let file = folder.appendingPathComponent("hands.task")
            for content in [Data(), Data("not a bundle".utf8), Data(count: 100_000)] {
                try content.write(to: file)
                let error = tasksError { _ = try HandLandmarker(modelPath: file.path) }
                #expect(error?.code == .unknown)
                #expect(error?.text.contains("hands.task") == true)
            }
        }
    }

    @Test("reports a truncated bundle", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func truncated() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: landmarkerPath))
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("hands.task")
            for count in [1, 1000, whole.count / 2, whole.count - 1] {
                try whole.prefix(count).write(to: file)
                #expect(tasksError { _ = try HandLandmarker(modelPath: file.path) }?.code == .unknown)
            }
            #expect(throws: NSError.self) { try ModelAsset(data: whole.prefix(whole.count / 2)) }
        }
    }

    @Test("reports a network in place of a bundle")
    func otherFiles() throws {
        for name in ["hand_landmark_full.tflite", "palm_detection_full.tflite"] {
            guard let path = ModelFiles.path(name) else { continue }
            let error = tasksError { _ = try HandLandmarker(modelPath: path) }
            #expect(error?.code == .notFound)
        }
    }

    // MARK: Options

    @Test("rejects options out of range", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func options() throws {
        let changes: [(String, (HandLandmarkerOptions) -> Void)] = [
            ("number of hands", { $0.numHands = 0 }), ("number of hands", { $0.numHands = -1 }),
            ("number of hands", { $0.numHands = .min }),
            ("detection confidence", { $0.minHandDetectionConfidence = -0.1 }),
            ("detection confidence", { $0.minHandDetectionConfidence = 1.1 }),
            ("presence confidence", { $0.minHandPresenceConfidence = .nan }),
            ("presence confidence", { $0.minHandPresenceConfidence = .infinity }),
            ("tracking confidence", { $0.minTrackingConfidence = 2 }),
            ("tracking confidence", { $0.minTrackingConfidence = -.leastNonzeroMagnitude }),
            ("threadCount", { $0.baseOptions.threadCount = 0 }), ("threadCount", { $0.baseOptions.threadCount = -7 }),
            ("detection interval", { $0.tracking.detectionInterval = 0 }),
            ("identity timeout", { $0.tracking.identityTimeoutMilliseconds = -1 }),
            ("smoothing", { $0.tracking.smoothing = SmoothingOptions(minimumCutoffHertz: 0) }),
        ]
        for (text, change) in changes {
            let error = tasksError { _ = try HandLandmarker(options: landmarkerOptions(change)) }
            #expect(error?.code == .invalidArgument, "\(text)")
            #expect(error?.text.contains(text) == true, "\(error?.text ?? "no error")")
        }
        // The largest values are accepted.
        _ = try HandLandmarker(options: landmarkerOptions { $0.numHands = .max }).detect(
            image: renderedHands("no_hand").mpImage())
        _ = try HandLandmarker(options: landmarkerOptions { $0.baseOptions.threadCount = .max })
    }

    @Test("rejects a superfluous delegate and a missing delegate")
    func delegates() {
        final class Listener: NSObject, HandLandmarkerLiveStreamDelegate {}
        let listener = Listener()
        for mode in [RunningMode.image, .video] {
            let options = landmarkerOptions {
                $0.runningMode = mode
                $0.handLandmarkerLiveStreamDelegate = listener
            }
            let error = tasksError { _ = try HandLandmarker(options: options) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.text.contains("handLandmarkerLiveStreamDelegate is set") == true)
        }
        let error = tasksError { _ = try HandLandmarker(options: landmarkerOptions { $0.runningMode = .liveStream }) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.text.contains("handLandmarkerLiveStreamDelegate is nil") == true)
        // A delegate that has already been released counts as missing.
        let options = landmarkerOptions { $0.runningMode = .liveStream }
        do {
            let shortLived = Listener()
            options.handLandmarkerLiveStreamDelegate = shortLived
        }
        #expect(tasksError { _ = try HandLandmarker(options: options) }?.code == .invalidArgument)
    }

    // MARK: Calls

    @Test(
        "calls for another mode report the required and the actual mode",
        .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func modes() throws {
        final class Listener: NSObject, HandLandmarkerLiveStreamDelegate {}
        let listener = Listener()
        let image = try renderedHands("no_hand").mpImage()
        for (mode, name) in [(RunningMode.image, "Image"), (.video, "Video"), (.liveStream, "Live Stream")] {
            let landmarker = try HandLandmarker(
                options: landmarkerOptions {
                    $0.runningMode = mode
                    $0.handLandmarkerLiveStreamDelegate = mode == .liveStream ? listener : nil
                })
            let calls: [(RunningMode, String, () throws -> Void)] = [
                (.image, "Image", { _ = try landmarker.detect(image: image) }),
                (.video, "Video", { _ = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0) }),
                (.liveStream, "Live Stream", { try landmarker.detectAsync(image: image, timestampInMilliseconds: 0) }),
            ]
            for (needed, neededName, call) in calls where needed != mode {
                let error = tasksError(call)
                #expect(error?.code == .invalidArgument)
                #expect(error?.text.contains("a task in \(neededName) mode, but this one is in \(name) mode") == true)
            }
            // The landmarker stays usable.
            for (needed, _, call) in calls where needed == mode { try call() }
        }
    }

    @Test(
        "rejects unsupported images and stays usable",
        .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func images() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let video = try HandLandmarker(options: landmarkerOptions { $0.runningMode = .video })
        let picture = try renderedHands("victory_left")
        var floats: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, 8, 8, kCVPixelFormatType_OneComponent32Float, nil, &floats) == kCVReturnSuccess)
        var bad = [try MPImage(pixelBuffer: #require(floats))]
        for orientation in [UIImage.Orientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored] {
            bad.append(try MPImage(uiImage: picture.uiImage(), orientation: orientation))
        }
        for image in bad {
            let error = tasksError { _ = try landmarker.detect(image: image) }
            #expect(error?.code == .invalidArgument)
            #expect(
                tasksError { _ = try video.detect(videoFrame: image, timestampInMilliseconds: 5) }?.code
                    == .invalidArgument)
            #expect(try landmarker.detect(image: picture.mpImage()).landmarks.count == 1)
        }
        // The failed frames have not used up their timestamp.
        #expect(try video.detect(videoFrame: picture.mpImage(), timestampInMilliseconds: 5).landmarks.count == 1)
    }

    @Test(
        "rejects invalid processing options and stays usable",
        .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func processingOptions() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let image = try renderedHands("victory_left").mpImage()
        let bad = [
            ImageProcessingOptions(rotationDegrees: 45), ImageProcessingOptions(rotationDegrees: -1),
            ImageProcessingOptions(rotationDegrees: .max),
            ImageProcessingOptions(region: RegionOfInterest(left: 0.5, top: 0, right: 0.5, bottom: 1)),
            ImageProcessingOptions(region: RegionOfInterest(left: -0.1, top: 0, right: 0.5, bottom: 1)),
            ImageProcessingOptions(region: RegionOfInterest(left: .nan, top: 0, right: 0.5, bottom: 1)),
        ]
        for options in bad {
            #expect(
                tasksError { _ = try landmarker.detect(image: image, imageProcessingOptions: options) }?.code
                    == .invalidArgument)
            #expect(
                tasksError { _ = try landmarker.detectPalms(image: image, imageProcessingOptions: options) }?.code
                    == .invalidArgument)
        }
        for degrees in [-90, 360, 90 * 1_000_001] {
            _ = try landmarker.detect(
                image: image, imageProcessingOptions: ImageProcessingOptions(rotationDegrees: degrees))
        }
        #expect(try landmarker.detect(image: image).landmarks.count == 1)
    }

    @Test("accepts a single pixel and a very large image", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func extremes() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        #expect(
            try landmarker.detect(image: MPImage(bytes: [1, 2, 3], width: 1, height: 1, format: .rgb)).landmarks.isEmpty
        )
        // 900 MB that are never written to, and therefore need no memory.
        let side = 30_000
        let memory = try #require(mmap(nil, side * side, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
        try #require(memory != MAP_FAILED)
        nonisolated(unsafe) let start = memory
        let image = try MPImage(
            bytesNoCopy: UnsafeRawBufferPointer(start: start, count: side * side), width: side, height: side,
            format: .gray,
            deallocator: { munmap(start, side * side) })
        #expect(try landmarker.detect(image: image).landmarks.isEmpty)
    }
}
