import MediaPipeTasksVision
import Synchronization
import TegataModelSearch
import TegataTestSupport
import Testing

// How iOS programs use the API beyond the guides: they subclass the classes, read back settings, and pass on names and
// errors.

private final class TwoHandOptions: HandLandmarkerOptions {
    override var numHands: Int {
        get { 2 }
        set {}
    }
}

private final class EmptyResult: HandLandmarkerResult, @unchecked Sendable {
    init() {
        super.init(landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: 5)
    }

    override var handedness: [[ResultCategory]] {
        [[ResultCategory(index: 1, score: 1, categoryName: "Left", displayName: "Left")]]
    }
}

private final class ThumbResult: GestureRecognizerResult, @unchecked Sendable {
    convenience init(_ name: String) {
        let category = ResultCategory(index: -1, score: 0.75, categoryName: name, displayName: nil)
        self.init(
            gestures: [[category]], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: 0)
    }
}

private final class OtherTaskResult: TaskResult, @unchecked Sendable {}

private final class BlindLandmarker: HandLandmarker, @unchecked Sendable {
    override func detect(image: MPImage) throws -> HandLandmarkerResult { EmptyResult() }

    override func detect(videoFrame image: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
        throw NSError(domain: "blind", code: timestampInMilliseconds)
    }
}

private final class BlindRecognizer: GestureRecognizer, @unchecked Sendable {
    override func recognize(image: MPImage) throws -> GestureRecognizerResult { ThumbResult("Thumb_Up") }
}

private class Listener: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate {}

@Suite("Usage by clients")
struct ClientUsageTests {
    // MARK: Mocks

    @Test("options can be subclassed, and tasks use the values of the subclass")
    func derivedOptions() throws {
        let options = TwoHandOptions()
        options.runningMode = .video
        let copy = try #require(options.copy() as? HandLandmarkerOptions)
        #expect(copy.numHands == 2)
        #expect(copy.runningMode == .video)
        let gestures = GestureRecognizerOptions()
        gestures.cannedGesturesClassifierOptions = ClassifierOptions()
        gestures.cannedGesturesClassifierOptions?.categoryDenylist = ["None"]
        let gestureCopy = try #require(gestures.copy() as? GestureRecognizerOptions)
        gestures.cannedGesturesClassifierOptions?.categoryDenylist = []
        #expect(gestureCopy.cannedGesturesClassifierOptions?.categoryDenylist == ["None"])
    }

    @Test("results can be subclassed and created")
    func derivedResults() {
        #expect(EmptyResult().timestampInMilliseconds == 5)
        #expect((EmptyResult() as HandLandmarkerResult).handedness[0][0].categoryName == "Left")
        #expect(EmptyResult().hands.isEmpty)
        #expect(ThumbResult("Victory").gestures[0][0].categoryName == "Victory")
        let other = OtherTaskResult(timestampInMilliseconds: 7)
        #expect(other.timestampInMilliseconds == 7)
        #expect((other.copy() as? TaskResult)?.timestampInMilliseconds == 7)
    }

    @Test("tasks can be subclassed", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func derivedTasks() throws {
        let landmarker: HandLandmarker = try BlindLandmarker(options: landmarkerOptions())
        let image = try MPImage(bytes: [1, 2, 3], width: 1, height: 1, format: .rgb)
        #expect(try landmarker.detect(image: image).timestampInMilliseconds == 5)
        #expect(throws: NSError(domain: "blind", code: 3)) {
            try landmarker.detect(videoFrame: image, timestampInMilliseconds: 3)
        }
        guard let path = ModelFiles.path("gesture_recognizer.task") else { return }
        let recognizer: GestureRecognizer = try BlindRecognizer(modelPath: path)
        #expect(try recognizer.recognize(image: image).gestures[0][0].categoryName == "Thumb_Up")
    }

    @Test("delegates are Foundation objects")
    func delegates() {
        let listener = Listener()
        let delegate: any HandLandmarkerLiveStreamDelegate = listener
        let other: any GestureRecognizerLiveStreamDelegate = listener
        #expect(delegate.isEqual(other))
        #expect(delegate.hash == listener.hash)
    }

    // MARK: Options

    @Test("the model path reads as a String and can be set to nil")
    func modelAssetPath() {
        let options = HandLandmarkerOptions()
        let path = options.baseOptions.modelAssetPath
        #expect(path.isEmpty && path.count == 0)
        options.baseOptions.modelAssetPath = "a.task"
        #expect(URL(fileURLWithPath: options.baseOptions.modelAssetPath).lastPathComponent == "a.task")
        let names = ["b": "b.task"]
        options.baseOptions.modelAssetPath = names["b"]
        #expect("\(options.baseOptions.modelAssetPath)" == "b.task")
        let unwrapped: String! = "c.task"
        options.baseOptions.modelAssetPath = unwrapped
        #expect(options.baseOptions.modelAssetPath.hasPrefix("c"))
        options.baseOptions.modelAssetPath = names["c"]
        let none: String? = options.baseOptions.modelAssetPath
        #expect(none?.isEmpty != false)
    }

    @Test(
        "the GPU delegate runs on the CPU, unless the delegate is required",
        .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
    func gpu() throws {
        let image = try renderedHands("victory_left").mpImage()
        let expected = try HandLandmarker(modelPath: landmarkerPath).detect(image: image)
        for delegate in [Delegate.GPU, .gpu] {
            let options = landmarkerOptions { $0.baseOptions.delegate = delegate }
            let result = try HandLandmarker(options: options).detect(image: image)
            #expect(ResultValues(result) == ResultValues(expected))
            options.baseOptions.requiresDelegate = true
            let error = tasksError { _ = try HandLandmarker(options: options) }
            #expect(error?.code == .unimplemented)
            #expect(error?.text.contains("GPU delegate is unavailable") == true)
        }
    }

    @Test("the missing GPU is reported once, in one line")
    func missingDelegate() {
        let said = Mutex<[String]>([])
        let notice = MissingDelegate { text in said.withLock { $0.append(text) } }
        for _ in 0..<3 { notice.say() }
        let lines = said.withLock { $0 }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("\n") == true && lines.first?.split(separator: "\n").count == 1)
        #expect(lines.first?.contains("requiresDelegate") == true)
    }

    // MARK: Models

    @Test("relative paths are searched in the working folder, the resources and the model folders")
    func relativePaths() throws {
        try withTemporaryFolder { folder in
            func make(_ name: String) throws {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: file)
            }
            for name in ["here/x.task", "bundle/y.task", "bundle/in/y.task", "models/x.task", "models/z.task"] {
                try make(name)
            }
            func resolved(_ path: String) throws -> String {
                try ModelPath.resolved(
                    path, workingFolder: folder.path + "/here", resources: [folder.path + "/bundle"],
                    folders: [folder.path + "/models", folder.path + "/bundle"])
            }
            // Found relative to the working folder, so the path stays unchanged.
            #expect(try resolved("x.task") == "x.task")
            #expect(try resolved("in/y.task") == folder.path + "/bundle/in/y.task")
            #expect(try resolved("out/y.task") == folder.path + "/bundle/y.task")
            #expect(try resolved("assets/z.task") == folder.path + "/models/z.task")
            #expect(try resolved("/no/such/z.task") == "/no/such/z.task")
            let error = tasksError { _ = try resolved("w.task") }
            #expect(error?.code == .notFound)
            let places = ["here", "bundle", "models"].map { folder.path + "/" + $0 }
            #expect(
                error?.text == "NOT_FOUND: w.task: not in \(places[0]), \(places[1]) or \(places[2]); run"
                    + " Tools/make/models in Tegata's sources, set TEGATA_MODELS to a directory that contains it, or"
                    + " set baseOptions.modelAssetPath to the path of a bundle")
        }
    }

    @Test(
        "finds a bundle by its name",
        .enabled(
            if: ModelSearch.path(of: "hand_landmarker.task", in: ModelSearch.folders()) != nil,
            "needs hand_landmarker.task on the search path for models"))
    func names() throws {
        let image = try renderedHands("victory_left").mpImage()
        let result = try HandLandmarker(modelPath: "hand_landmarker.task").detect(image: image)
        #expect(result.landmarks.count == 1)
        _ = try ModelAsset(path: "models/hand_landmarker.task")
        let error = tasksError { _ = try HandLandmarker(modelPath: "no_such_landmarker.task") }
        #expect(error?.code == .notFound)
        #expect(error?.text.hasPrefix("NOT_FOUND: no_such_landmarker.task: not in ") == true)
    }

    @Test("rejects a named pipe without waiting for it")
    func pipes() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("pipe.task").path
            try #require(mkfifo(path, 0o600) == 0)
            let error = tasksError { _ = try HandLandmarker(modelPath: path) }
            #expect(error?.code == .unknown)
            #expect(error?.text.contains("\(path): not a regular file") == true)
            #expect(UIImage(contentsOfFile: path) == nil)
        }
    }

    // MARK: Names and numbers

    @Test("source types are integers, and others may be added")
    func sourceTypes() {
        let number: Int = MPImageSourceType.sampleBuffer.rawValue
        #expect(number == 2)
        #expect(MPImageSourceType(rawValue: 1) == .pixelBuffer)
        let name =
            switch MPImageSourceType.image {
            case .image: "image"
            case .pixelBuffer, .sampleBuffer: "buffer"
            default: "other"
            }
        #expect(name == "image")
    }

    @Test("classification results keep their values")
    func classifications() {
        let category = ResultCategory(index: 3, score: 0.5, categoryName: "a", displayName: nil)
        let plain = Classifications(headIndex: 1, categories: [category])
        #expect(plain.headIndex == 1 && plain.headName == nil && plain.categories == [category])
        let named = Classifications(headIndex: 2, headName: "head", categories: [])
        #expect(named.headIndex == 2 && named.headName == "head" && named.categories.isEmpty)
        let result = ClassificationResult(classifications: [plain, named])
        #expect(result.classifications.map(\.headIndex) == [1, 2] && result.timestampInMilliseconds == -1)
        #expect(ClassificationResult(classifications: [], timestampInMilliseconds: 40).timestampInMilliseconds == 40)
    }

    @Test("error codes have a first and a last one")
    func errorCodes() {
        #expect(TasksErrorCode.first == .cancelled)
        #expect(TasksErrorCode.last.rawValue == 20)
        #expect(
            (TasksErrorCode.first.rawValue...TasksErrorCode.last.rawValue).allSatisfy {
                TasksErrorCode(rawValue: $0) != nil
            })
        #expect(TasksErrorCode.audioRecordPermissionDeniedError.rawValue == 17)
    }

    @Test("printed errors contain their text, and NSErrors their domain and code")
    func printedErrors() throws {
        let path = "/no/such/hand_landmarker.task"
        do {
            _ = try HandLandmarker(modelPath: path)
            Issue.record("no error for a missing file")
        } catch {
            let text = "NOT_FOUND: \(path): no such file; check the path"
            #expect("\(error)" == "Error Domain=com.google.mediapipe.tasks Code=5 \"\(text)\"")
            #expect(String(reflecting: error).contains(text))
            #expect(error.localizedDescription == text)
            let bridged = error as NSError
            #expect(bridged.domain == TasksErrorDomain && bridged.code == Int(TasksErrorCode.notFound.rawValue))
            #expect(bridged.localizedDescription == text)
            #expect(bridged == NSError(domain: TasksErrorDomain, code: 5, userInfo: bridged.userInfo))
        }
    }
}
