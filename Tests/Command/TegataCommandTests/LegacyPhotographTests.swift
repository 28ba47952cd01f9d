import Foundation
import TegataBuffers
import TegataHands
import TegataImages
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import TegataVideo
import Testing

/// Compares the legacy graph with `mediapipe` 0.10.21 on photographs, rendered hands and a video. These are reference
/// material next to the checkout, not part of the project. Each test prints the differences.
struct LegacyPhotographTests {
    private static let folder = ModelFiles.packageFolder.deletingLastPathComponent().appendingPathComponent(
        "shared/fixtures")
    private static let video = "two_gestures.mp4"
    /// Model complexities: 0 for the lite bundle, 1 for the full one.
    private static let complexities = [0, 1]
    /// The limit for differences: 0 if the C library is the one that MediaPipe ran with, otherwise nil.
    private let exact: Float? = HandAnswer.Tolerance.hasExpectedLibrary ? 0 : nil
    private static var arePresent: Bool {
        FileManager.default.fileExists(atPath: folder.path + "/expected-legacy")
            && ModelFiles.have("hand_landmarker.task", "hand_landmarker_lite.task")
    }
    /// Levels with fused multiply-add, whose networks equal LiteRT's to the last bit.
    private static let exactLevels = kernelLevels().filter { $0.isSupported && $0.isFused }.map(\.name)

    /// A configuration of the graph.
    struct Setting: CustomTestStringConvertible, Sendable {
        let complexity: Int
        let hands: Int
        let level: String
        var testDescription: String { "complexity \(complexity), \(hands) hands, \(level)" }
    }

    private static func settings(_ levels: some Sequence<String>) -> [Setting] {
        levels.flatMap { level in
            complexities.flatMap { complexity in
                [1, 2].map { Setting(complexity: complexity, hands: $0, level: level) }
            }
        }
    }

    private func pipeline(_ setting: Setting) throws -> HandPipeline {
        let bundle = setting.complexity == 0 ? "hand_landmarker_lite.task" : "hand_landmarker.task"
        let networks = try HandNetworks(
            bundle: ModelFiles.bytes(bundle), file: bundle, options: NetworkOptions(level: setting.level))
        var options = HandPipelineOptions()
        options.graph = .legacy
        options.maximumHandCount = setting.hands
        return try HandPipeline(networks, options: options, team: ThreadTeam(count: 2))
    }

    private func expected<Answer: Decodable>(
        _ source: String, _ mode: String, _ setting: Setting, as: Answer.Type
    ) throws -> Answer {
        let file = Self.folder.appendingPathComponent("expected-legacy/\(source).json")
        let runs = try JSONDecoder().decode(Answers<Answer>.self, from: Data(contentsOf: file)).runs
        return try #require(runs["legacy/\(mode)/numHands=\(setting.hands)/complexity=\(setting.complexity)"])
    }

    // MARK: Tests

    @Test(.enabled(if: arePresent), arguments: settings(exactLevels))
    func findsTheSameHandsAsMediaPipeInImages(_ setting: Setting) throws {
        let pipeline = try pipeline(setting)
        var figures = Figures()
        var pictures = 0
        for part in ["images", "rendered"] {
            let folder = Self.folder.appendingPathComponent(part)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            where name.hasSuffix(".jpg") || name.hasSuffix(".png") {
                let picture = try RGBImage(readingFileAt: folder.appendingPathComponent(name).path)
                let found = try picture.withView { view throws(TegataError) in try pipeline.detect(view).hands }
                figures.add(found, try expected(name, "static", setting, as: [HandAnswer].self), name)
                pictures += 1
            }
        }
        #expect(pictures == 47)
        figures.check("pictures", setting, landmarks: exact ?? 1e-4, probabilities: exact == nil ? 1e-4 : 2e-6)
    }

    /// Every frame starts from the hands expected in the previous frame. All levels give the same result, so testing
    /// one is enough.
    @Test(.enabled(if: arePresent && !FFmpegProgram.isMissing), arguments: settings(exactLevels.suffix(1)))
    func findsTheSameHandsAsMediaPipeInSingleFrames(_ setting: Setting) throws {
        let frames = try expected(Self.video, "video", setting, as: [[HandAnswer]].self)
        try follow("frames", setting, frames, landmarks: exact ?? 1e-4, probabilities: exact == nil ? 1e-3 : 2e-6) {
            pipeline, index, size in
            guard index > 0 else { return }
            pipeline.continueTracking(in: frames[index - 1].map { HandPoints($0.landmarks).nextROI(size, .ofLibrary) })
        }
    }

    /// With a different C library, the last bits differ, and the difference grows from frame to frame. If both names of
    /// a hand are almost equally likely, the name can then differ.
    @Test(.enabled(if: arePresent && !FFmpegProgram.isMissing), arguments: settings(exactLevels.suffix(1)))
    func staysNearMediaPipeInAVideo(_ setting: Setting) throws {
        let frames = try expected(Self.video, "video", setting, as: [[HandAnswer]].self)
        try follow("video", setting, frames, landmarks: exact ?? 5e-3, probabilities: exact == nil ? 0.05 : 2e-6) {
            _, _, _ in
        }
    }

    private func follow(
        _ what: String, _ setting: Setting, _ frames: [[HandAnswer]], landmarks: Float, probabilities: Float,
        before: (HandPipeline, Int, PixelSize) -> Void
    ) throws {
        let pipeline = try pipeline(setting)
        let video = try VideoReader(readingFrom: Self.folder.path + "/videos/" + Self.video)
        var figures = Figures()
        for (index, expected) in frames.enumerated() {
            try #require(try video.advance())
            before(pipeline, index, PixelSize(width: video.frame.width, height: video.frame.height))
            let found = try video.frame.withView { view throws(TegataError) in try pipeline.track(view).hands }
            figures.add(found, expected, "frame \(index)")
        }
        #expect(try !video.advance())
        figures.check(what, setting, landmarks: landmarks, probabilities: probabilities)
    }
}

/// MediaPipe's results for a file, by run.
private struct Answers<Answer: Decodable>: Decodable {
    let runs: [String: Answer]
}

/// The differences between hands and the expected hands.
private struct Figures {
    /// The difference for the point that is farthest off, per hand.
    private var landmarks: [Float] = []
    private var worldLandmarks: [Float] = []
    /// The difference in the probability of the first category, left.
    private var probabilities: [Float] = []
    private var otherCounts: [String] = []
    private var otherNames: [String] = []

    mutating func add(_ found: [HandResult], _ expected: [HandAnswer], _ name: String) {
        guard found.count == expected.count else {
            otherCounts.append("\(name): \(found.count) hands instead of \(expected.count)")
            return
        }
        for (hand, other) in zip(found, expected) {
            let handedness = other.handedness
            landmarks.append(hand.landmarks.distance(HandPoints(other.landmarks)))
            worldLandmarks.append(hand.worldLandmarks.distance(HandPoints(other.worldLandmarks)))
            let probability = hand.handednessIndex == 0 ? hand.handednessScore : 1 - hand.handednessScore
            probabilities.append(abs(probability - (handedness.index == 0 ? handedness.score : 1 - handedness.score)))
            #expect((hand.handednessIndex == 0) == (hand.handedness == .left))
            if hand.handednessIndex != handedness.index || hand.handedness.name != handedness.categoryName {
                otherNames.append("\(name): \(hand.handedness.name) instead of \(handedness.categoryName)")
            }
        }
    }

    /// Prints the differences and compares them with the limits. Names may differ only if the probability limit is
    /// large enough to change them.
    func check(
        _ what: String, _ setting: LegacyPhotographTests.Setting, landmarks limit: Float,
        probabilities probabilityLimit: Float
    ) {
        let median = landmarks.sorted()[landmarks.count / 2]
        print(
            "legacy \(what), \(setting.testDescription): \(landmarks.count) hands, \(otherCounts.count) other counts,"
                + " \(otherNames.count) other names, landmarks \(largest(landmarks)) (median \(median)),"
                + " world landmarks \(largest(worldLandmarks)), probabilities \(largest(probabilities))")
        #expect(otherCounts == [])
        if probabilityLimit < 0.01 { #expect(otherNames == []) }
        #expect(largest(landmarks) <= limit)
        #expect(largest(probabilities) <= probabilityLimit)
    }

    /// Returns the largest value, or infinity if a value is not a number, so that no limit accepts it.
    private func largest(_ values: [Float]) -> Float {
        values.reduce(0) { $1.isNaN ? .infinity : max($0, $1) }
    }
}

extension HandPoints {
    fileprivate init(_ points: [HandAnswer.Point]) {
        self.init { HandPoint(x: points[$0].x, y: points[$0].y, z: points[$0].z) }
    }

    /// Returns the largest difference in any coordinate.
    fileprivate func distance(_ other: HandPoints) -> Float {
        zip(self, other).reduce(0) { far, pair in
            let (a, b) = pair
            return [a.x - b.x, a.y - b.y, a.z - b.z].reduce(far) { $1.isNaN ? .infinity : Swift.max($0, abs($1)) }
        }
    }
}
