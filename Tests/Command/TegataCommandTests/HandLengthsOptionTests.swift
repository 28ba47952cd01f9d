import Foundation
import TegataHands
import TegataTestSupport
import Testing

@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct HandLengthsOptionTests {
    private let bundle = ModelFiles.path("hand_landmarker.task") ?? ""
    private let victory = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/victory_left.png")
        .path
    private static let bones = HandLandmark.allCases.filter { $0 != .wrist }

    /// Returns the result for a file with this text.
    private func run(_ text: String, _ words: String...) throws -> ToolResult {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("lengths.json")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return tegata(["detect", "--model", bundle, victory, "--hand-lengths", file.path] + words)
        }
    }

    private func text(_ length: (HandLandmark) -> Double?) -> String {
        let members = Self.bones.compactMap { bone in length(bone).map { "\"\(bone.name)\": \($0)" } }
        return "{" + members.joined(separator: ", ") + "}"
    }

    @Test func fitsBonesOfKnownLengths() throws {
        let result = try run(text { 0.02 + 0.001 * Double($0.rawValue) }, "--json")
        #expect(result.status == .success, "\(result.errors)")
        let record = try JSONDecoder().decode(Record.self, from: Data(result.output.utf8))
        let points = try #require(record.hands.first).skeletonLandmarks
        for bone in Self.bones {
            let (a, b) = (points[Int(HandLengths.start(of: bone).rawValue)], points[Int(bone.rawValue)])
            let length = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z))
                .squareRoot()
            #expect(abs(length - (0.02 + 0.001 * Double(bone.rawValue))) < 1e-6)
        }
    }

    @Test func explainsWhatIsWrongWithAFile() throws {
        for (text, words) in [
            ("{", "not valid JSON"), ("[]", "the length thumb_cmc is missing"),
            (text { $0 == .pinkyTIP ? nil : 0.03 }, "the length pinky_tip is missing"),
            (text { $0 == .pinkyTIP ? 18 : 0.03 }, "a length is not between 0.005 and 0.2 metres"),
        ] {
            let result = try run(text)
            #expect(result.status != .success && result.errors.contains(words), "\(result.errors)")
        }
        let missing = tegata("detect", "--model", bundle, victory, "--hand-lengths", "missing.json")
        #expect(missing.status != .success && missing.errors.contains("missing.json: "))
    }

    private struct Record: Decodable {
        let hands: [Hand]

        struct Hand: Decodable {
            let skeletonLandmarks: [Point]
        }

        struct Point: Decodable {
            let x, y, z: Double
        }
    }
}
