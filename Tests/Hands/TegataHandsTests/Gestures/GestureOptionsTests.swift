import Foundation
import TegataBuffers
import TegataFormats
import TegataHands
import TegataTestSupport
import Testing

/// A bundle with options, and MediaPipe's answer as recorded by Tools/make/goldens/gesture_options.py.
private struct OptionsCase: Decodable, CustomTestStringConvertible, Sendable {
    var name: String
    var canned: Classifier?
    var custom: Classifier?
    var further: [String]?
    var options: [String: Options]?
    var expected: Expectation

    struct Classifier: Decodable, Sendable {
        var scores: [Number]
        var labels: [Labels]?
        var threshold: Number?
    }

    struct Labels: Decodable, Sendable {
        var names: [String]
        var locale: String?
    }

    struct Options: Decodable, Sendable {
        var displayNamesLocale: String?
        var maxResults: Int?
        var scoreThreshold: Number?
        var categoryAllowlist: [String]?
        var categoryDenylist: [String]?
    }

    struct Expectation: Decodable, Sendable {
        var gesture: Answer?
        /// The step at which MediaPipe fails, or nil.
        var fails: String?
    }

    struct Answer: Decodable, Sendable {
        var name: String
        var score: Number
    }

    /// A number, or a string for numbers that JSON cannot express.
    struct Number: Decodable, Sendable {
        var value: Float

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                value = try #require(Float(text))
            } else {
                value = Float(try container.decode(Double.self))
            }
        }
    }

    var testDescription: String { name }

    static let all: [OptionsCase] = {
        let url = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/gestures/options.json")
        return (try? JSONDecoder().decode([OptionsCase].self, from: Data(contentsOf: url))) ?? []
    }()

    var bundle: GestureBundle {
        var bundle = GestureBundle(canned: canned?.built, custom: custom?.built)
        for name in further ?? [] { bundle.further[name] = canned?.built.file ?? [] }
        return bundle
    }

    var gestureOptions: GestureOptions {
        var result = GestureOptions()
        if let canned = options?["canned"] { result.canned = canned.built }
        if let custom = options?["custom"] { result.custom = custom.built }
        return result
    }
}

extension OptionsCase.Classifier {
    var built: GestureBundle.Classifier {
        var result = GestureBundle.Classifier(scores.map(\.value), threshold: threshold?.value)
        result.labels = (labels ?? []).map { ($0.names, $0.locale) }
        return result
    }
}

extension OptionsCase.Options {
    var built: GestureClassifierOptions {
        var result = GestureClassifierOptions()
        result.displayNamesLocale = displayNamesLocale ?? result.displayNamesLocale
        result.maximumResultCount = maxResults ?? result.maximumResultCount
        // In MediaPipe, a threshold of 0 or less means that there is none.
        result.scoreThreshold = scoreThreshold.flatMap { $0.value > 0 ? $0.value : nil }
        result.categoryAllowlist = categoryAllowlist ?? []
        result.categoryDenylist = categoryDenylist ?? []
        return result
    }
}

@Suite struct GestureOptionsTests {
    @Test func hasRecordedCases() {
        #expect(OptionsCase.all.count > 150)
    }

    /// The answer equals MediaPipe's. If MediaPipe fails, Tegata fails too, at the latest when a recogniser is created.
    @Test(arguments: OptionsCase.all)
    private func answersLikeMediaPipe(example: OptionsCase) throws {
        // MediaPipe requires a canned classifier.
        if example.canned == nil && example.custom != nil {
            #expect(example.expected.fails == "creation")
            return
        }
        func recognizer() throws -> LandmarkGestureRecognizer {
            try LandmarkGestureRecognizer(example.bundle.networks(), options: example.gestureOptions)
        }
        if example.expected.fails != nil {
            #expect(throws: (any Error).self) { try recognizer() }
            return
        }
        let gesture = try recognizer().recognizeOpenHand().gesture
        #expect(gesture?.name == example.expected.gesture?.name)
        #expect(gesture?.score == example.expected.gesture?.score.value)
    }

    private let canned = GestureBundle.Classifier([0.25, 0.5, 0.125], ["None", "Fist", "Palm"])
    private let custom = GestureBundle.Classifier([0.125, 0.75, 0.0625], ["None", "wave", "pinch"])

    @Test func namesTheClassifierOfEachAnswer() throws {
        let networks = try GestureBundle(canned: canned, custom: custom).networks()
        #expect(networks.canned?.labels == ["None", "Fist", "Palm"] && networks.custom?.classCount == 3)
        #expect(
            try LandmarkGestureRecognizer(networks).recognizeOpenHand().gesture
                == Gesture(name: "wave", score: 0.75, classifier: .custom))
        var options = GestureOptions()
        options.custom.scoreThreshold = 0.8
        #expect(
            try LandmarkGestureRecognizer(networks, options: options).recognizeOpenHand().gesture
                == Gesture(name: "Fist", score: 0.5, classifier: .canned))
    }

    @Test func worksWithACustomClassifierAlone() throws {
        let alone = try LandmarkGestureRecognizer(GestureBundle(custom: custom).networks()).recognizeOpenHand()
        #expect(alone.gesture == Gesture(name: "wave", score: 0.75, classifier: .custom))
        #expect(alone.details == nil)
    }

    @Test func returnsDetailsOfAllClasses() throws {
        var canned = canned
        canned.labels = [(["None", "Fist", "Palm"], nil), (["Nichts", "Faust", "Hand"], "de")]
        var options = GestureOptions()
        options.returnsDetails = true
        options.canned.displayNamesLocale = "de"
        options.canned.categoryAllowlist = ["Palm"]
        options.canned.scoreThreshold = 0.9
        options.canned.maximumResultCount = 1
        let networks = try GestureBundle(canned: canned, custom: .init([0.25, 0.5])).networks()
        let found = try LandmarkGestureRecognizer(networks, options: options).recognizeOpenHand(
            handedness: .left, score: 0.75)
        let details = try #require(found.details)
        #expect(found.gesture == Gesture(name: "", score: 0.5, classifier: .custom))
        #expect(details.embedding == [Float](repeating: 0.25, count: 128))
        #expect(details.canned.map(\.index) == [1, 0, 2] && details.canned.map(\.score) == [0.5, 0.25, 0.125])
        #expect(details.canned.map(\.name) == ["Fist", "None", "Palm"])
        #expect(details.canned.map(\.displayName) == ["Faust", "Nichts", "Hand"])
        #expect(
            details.custom.map(\.index) == [1, 0]
                && details.custom.allSatisfy { $0.name.isEmpty && $0.displayName.isEmpty })
    }

    // MARK: Errors

    @Test func rejectsInvalidInputAndStaysUsable() throws {
        let recognizer = try LandmarkGestureRecognizer(GestureBundle(canned: canned).networks())
        for score: Float in [0.49, 1.01, -1, .nan, .infinity] {
            do {
                _ = try recognizer.recognizeOpenHand(score: score)
                Issue.record("\(score) was taken")
            } catch { #expect(error.description.hasPrefix("the handedness score is \(score)")) }
        }
        #expect(throws: TegataError(GestureError.pictureSize(width: 0, height: 480))) {
            try recognizer.recognizeOpenHand(width: 0)
        }
        #expect(throws: TegataError(GestureError.pictureSize(width: 640, height: -1))) {
            try recognizer.recognizeOpenHand(height: -1)
        }
        #expect(throws: TegataError(GestureError.rotation(degrees: 45))) {
            try recognizer.recognizeOpenHand(rotationDegrees: 45)
        }
        let places = HandPoints { HandPoint(x: Float($0), y: 0, z: 0) }
        for number: Float in [.nan, .infinity, -.infinity] {
            var broken = places
            broken[7].y = number
            for (points, world) in [(broken, places), (places, broken)] {
                #expect(throws: TegataError(GestureError.landmarkNotFinite(index: 7))) {
                    try recognizer.recognize(
                        landmarks: points, worldLandmarks: world, handedness: .left, handednessScore: 1, imageWidth: 8,
                        imageHeight: 8)
                }
            }
        }
        #expect(try recognizer.recognizeOpenHand(score: 0.5).gesture?.name == "Fist")
        #expect(try recognizer.recognizeOpenHand(score: 1, rotationDegrees: -270).gesture?.name == "Fist")
    }

    @Test func rejectsDenylistsWithoutLabels() throws {
        let networks = try GestureBundle(canned: .init([0.5, 0.25]), custom: custom).networks()
        var options = GestureOptions()
        options.canned.categoryDenylist = ["Fist"]
        let file = "own.task:canned_gesture_classifier.tflite"
        #expect(throws: TegataError(GestureError.labelsMissing(file: file))) {
            try LandmarkGestureRecognizer(networks, options: options)
        }
        #expect(
            GestureError.labelsMissing(file: file).description
                == "\(file): the classifier has no labels for an allowlist or denylist to choose from; leave the lists empty"
        )
    }

    private func error(_ bundle: GestureBundle) -> HandNetworksError? {
        do {
            _ = try bundle.networks()
            return nil
        } catch { return error }
    }

    @Test func rejectsBundlesWithoutGestureNetworks() {
        #expect(error(GestureBundle()) == .gesturesMissing(file: "own.task"))
        #expect(error(GestureBundle(canned: canned, embedder: nil)) == .gesturesMissing(file: "own.task"))
        #expect(
            HandNetworksError.gesturesMissing(file: "hand_landmarker.task").description
                == "hand_landmarker.task: there are no gesture networks (gesture_embedder.tflite and a classifier); use a gesture"
                + " recogniser's bundle")
    }

    @Test func rejectsInconsistentBundles() {
        var labels = canned
        labels.labels[0].names = ["None", "Fist"]
        let file = "own.task:canned_gesture_classifier.tflite"
        #expect(error(GestureBundle(canned: labels)) == .labelCount(file: file, labels: 2, classes: 3))
        labels.hasLabelFiles = false
        guard case .format(let missing) = error(GestureBundle(canned: labels)) else {
            Issue.record("labels that are not there were found")
            return
        }
        #expect(missing.problem == .memberMissing("labels-0.txt", present: []))
        var narrow = canned
        narrow.inputCount = 64
        #expect(error(GestureBundle(canned: narrow)) == .inputs(file: file, found: [[1, 64]], expected: [[1, 128]]))
        let embedder = "own.task:gesture_embedder.tflite"
        #expect(
            error(GestureBundle(canned: canned, embedder: GestureBundle.embedder(inputs: [[1, 1], [1, 21, 3]])))
                == .inputs(
                    file: embedder, found: [[1, 1], [1, 21, 3]], expected: [[1, 21, 3], [1, 1], [1, 21, 3]]))
        for bytes: [UInt8] in [[], [0], Array("no network at all, but long enough".utf8)] {
            guard case .format = error(GestureBundle(canned: canned, embedder: bytes)) else {
                Issue.record("an embedder of \(bytes.count) bytes was taken")
                continue
            }
        }
    }

    @Test func acceptsEmbeddingsOfAnyLength() throws {
        var classifier = canned
        classifier.inputCount = 16
        let bundle = GestureBundle(canned: classifier, embedder: GestureBundle.embedder(outputCount: 16))
        #expect(try LandmarkGestureRecognizer(bundle.networks()).recognizeOpenHand().gesture?.name == "Fist")
    }

    /// A damaged bundle either causes an error or produces a working recogniser.
    @Test func survivesDamagedBundles() {
        let files = HostileFiles(GestureBundle(canned: canned, custom: custom).bytes, file: "own.task")
        let recognize: (Bytes, String) throws -> Void = {
            _ = try LandmarkGestureRecognizer(GestureNetworks(bundle: $0, file: $1)).recognizeOpenHand()
        }
        let truncated = files.truncations(HostileFiles.truncationCount, read: recognize)
        #expect(truncated.refused == truncated.cases)
        let mutated = files.mutations(HostileFiles.mutationCount, seed: 11, read: recognize)
        #expect(mutated.refused > 0)
    }
}
