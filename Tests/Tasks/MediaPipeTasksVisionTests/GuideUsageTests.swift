import MediaPipeTasksVision
import TegataTestSupport
import Testing

// Code from guides and apps for iOS. The point of these tests is that each line compiles unchanged.

/// Records the results of a live stream.
private class ResultProcessor: NSObject, HandLandmarkerLiveStreamDelegate {
    let finished = DispatchSemaphore(value: 0)
    var results: [HandLandmarkerResult] = []
    var timestamps: [Int] = []

    func handLandmarker(
        _ handLandmarker: HandLandmarker,
        didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int,
        error: Error?
    ) {
        if let result = result { results.append(result) }
        timestamps.append(timestampInMilliseconds)
        finished.signal()
    }
}

@Suite("Usage as published: hand landmarker", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct GuideUsageTests {
    /// The path, optional like the result of `Bundle.main.path(forResource:ofType:)`.
    private let modelPath: String? = landmarkerPath
    private let minHandDetectionConfidence: Float = 0.5
    private let minHandPresenceConfidence: Float = 0.5
    private let minTrackingConfidence: Float = 0.5

    @Test("image mode, with the optional path of a resource")
    func imageMode() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .image
        options.minHandDetectionConfidence = minHandDetectionConfidence
        options.minHandPresenceConfidence = minHandPresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.numHands = 2
        let handLandmarker = try HandLandmarker(options: options)

        let uiImage = try renderedHands("two_hands_mixed").uiImage()
        let image = try MPImage(uiImage: uiImage)
        let result = try handLandmarker.detect(image: image)

        for (hand, handedness) in zip(result.landmarks, result.handedness) {
            #expect(handedness.first?.categoryName == "Right")
            let wrist = hand[Int(HandLandmark.wrist.rawValue)]
            let tip: NormalizedLandmark = hand[Int(HandLandmark.indexFingerTIP.rawValue)]
            #expect(wrist != tip)
            let points = hand.map {
                CGPoint(x: CGFloat($0.x) * uiImage.size.width, y: CGFloat($0.y) * uiImage.size.height)
            }
            let lines = HandLandmarker.handConnections.map { connection in
                (from: points[Int(connection.start)], to: points[Int(connection.end)])
            }
            #expect(lines.count == 21)
        }
        #expect(result.worldLandmarks.count == result.landmarks.count)
        #expect(result.timestampInMilliseconds == 0)
    }

    @Test("video mode")
    func videoMode() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath!
        options.runningMode = .video
        let handLandmarker = try HandLandmarker(options: options)
        for index in 0..<3 {
            let timestampMs = index * 33
            let image = try MPImage(uiImage: renderedHands("thumb_up_right").uiImage(), orientation: .up)
            let result = try handLandmarker.detect(
                videoFrame: image,
                timestampInMilliseconds: timestampMs)
            #expect(result.landmarks.count == 1)
            #expect(result.timestampInMilliseconds == timestampMs)
        }
    }

    @Test("live-stream mode, with camera frames")
    func liveStreamMode() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        options.runningMode = .liveStream
        options.minHandDetectionConfidence = minHandDetectionConfidence
        options.minHandPresenceConfidence = minHandPresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        let processor = ResultProcessor()
        options.handLandmarkerLiveStreamDelegate = processor
        let handLandmarker = try HandLandmarker(options: options)

        let sampleBuffer: CMSampleBuffer = try renderedHands("victory_left").sampleBuffer(milliseconds: 120)
        let image = try MPImage(sampleBuffer: sampleBuffer, orientation: UIImage.Orientation.up)
        let seconds = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
        try handLandmarker.detectAsync(image: image, timestampInMilliseconds: Int(seconds * 1000))
        processor.finished.wait()

        let pixelBuffer = try #require(CMSampleBufferGetImageBuffer(sampleBuffer))
        let now = Int(Date().timeIntervalSince1970 * 1000)
        try handLandmarker.detectAsync(image: MPImage(pixelBuffer: pixelBuffer), timestampInMilliseconds: now)
        processor.finished.wait()
        #expect(processor.timestamps == [120, now])
        #expect(processor.results.map(\.landmarks.count) == [1, 1])
    }

    @Test("a landmarker wrapped in a service, as in apps")
    func service() throws {
        let service = try #require(HandService.still(modelPath: modelPath, numHands: 2))
        let bundle = try #require(service.detect(image: renderedHands("two_hands_mixed").uiImage()))
        let result = try #require(bundle.handLandmarkerResults.first as? HandLandmarkerResult)
        #expect(result.landmarks.count == 2)
        #expect(bundle.inferenceTime.isFinite)
        #expect(HandService.still(modelPath: nil, numHands: 2) == nil)

        let listener = ServiceListener()
        let live = try #require(HandService.live(modelPath: modelPath, delegate: listener))
        live.detectAsync(
            sampleBuffer: try renderedHands("victory_left").sampleBuffer(), orientation: .up, timeStamps: 7)
        listener.finished.wait()
        #expect(listener.bundle?.handLandmarkerResults.first??.landmarks.count == 1)
    }
}

private struct ResultBundle {
    let inferenceTime: Double
    let handLandmarkerResults: [HandLandmarkerResult?]
    var size: CGSize = .zero
}

private protocol HandServiceDelegate: AnyObject {
    func handService(_ handService: HandService, didFinishDetection result: ResultBundle?, error: Error?)
}

private class ServiceListener: NSObject, HandServiceDelegate {
    let finished = DispatchSemaphore(value: 0)
    var bundle: ResultBundle?

    func handService(_ handService: HandService, didFinishDetection result: ResultBundle?, error: Error?) {
        bundle = result
        finished.signal()
    }
}

private class HandService: NSObject {
    weak var liveStreamDelegate: HandServiceDelegate?
    var handLandmarker: HandLandmarker?
    private(set) var runningMode = RunningMode.image
    private var numHands: Int
    var modelPath: String

    private init?(modelPath: String?, runningMode: RunningMode, numHands: Int) {
        guard let modelPath = modelPath else { return nil }
        self.modelPath = modelPath
        self.runningMode = runningMode
        self.numHands = numHands
        super.init()
        createHandLandmarker()
    }

    private func createHandLandmarker() {
        let handLandmarkerOptions = HandLandmarkerOptions()
        handLandmarkerOptions.runningMode = runningMode
        handLandmarkerOptions.numHands = numHands
        handLandmarkerOptions.baseOptions.modelAssetPath = modelPath
        handLandmarkerOptions.baseOptions.delegate = .CPU
        if runningMode == .liveStream {
            handLandmarkerOptions.handLandmarkerLiveStreamDelegate = self
        }
        do {
            handLandmarker = try HandLandmarker(options: handLandmarkerOptions)
        } catch {
            print(error)
        }
    }

    static func still(modelPath: String?, numHands: Int) -> HandService? {
        HandService(modelPath: modelPath, runningMode: .image, numHands: numHands)
    }

    static func live(modelPath: String?, delegate: HandServiceDelegate?) -> HandService? {
        let service = HandService(modelPath: modelPath, runningMode: .liveStream, numHands: 1)
        service?.liveStreamDelegate = delegate
        return service
    }

    func detect(image: UIImage) -> ResultBundle? {
        guard let mpImage = try? MPImage(uiImage: image) else { return nil }
        do {
            let startDate = Date()
            let result = try handLandmarker?.detect(image: mpImage)
            let inferenceTime = Date().timeIntervalSince(startDate) * 1000
            return ResultBundle(inferenceTime: inferenceTime, handLandmarkerResults: [result])
        } catch {
            print(error)
            return nil
        }
    }

    func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
        guard let image = try? MPImage(sampleBuffer: sampleBuffer, orientation: orientation) else { return }
        do {
            try handLandmarker?.detectAsync(image: image, timestampInMilliseconds: timeStamps)
        } catch {
            print(error)
        }
    }
}

extension HandService: HandLandmarkerLiveStreamDelegate {
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        let resultBundle = ResultBundle(
            inferenceTime: Date().timeIntervalSince1970 * 1000 - Double(timestampInMilliseconds),
            handLandmarkerResults: [result])
        liveStreamDelegate?.handService(self, didFinishDetection: resultBundle, error: error)
    }
}
