import Foundation
import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct TaskBundleTests {
    /// Returns a network whose input has the given name.
    private func network(_ name: String) -> [UInt8] {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor(name, [1])]
        builder.outputs = builder.inputs
        return builder.bytes()
    }

    private func archive(_ members: [(String, [UInt8])]) throws -> [UInt8] {
        var writer = ZipWriter()
        for (name, data) in members { try writer.append(name, Bytes(data)) }
        return writer.finish()
    }

    private func handLandmarker() throws -> [UInt8] {
        try archive([
            ("hand_landmarks_detector.tflite", network("hand")), ("unexpected.bin", [1]),
            ("hand_detector.tflite", network("palm")),
        ])
    }

    private func gestureRecognizer() throws -> [UInt8] {
        try archive([
            (
                "hand_gesture_recognizer.task",
                archive([
                    ("gesture_embedder.tflite", network("embedder")),
                    ("canned_gesture_classifier.tflite", network("canned")),
                ])
            ),
            ("hand_landmarker.task", handLandmarker()),
        ])
    }

    private func inputName(_ network: NetworkFile) -> String {
        network.model.subgraphs[0].tensors[0].name
    }

    @Test func findsNetworksByRole() throws {
        let hand = try TaskBundle(bytes: Bytes(handLandmarker()), file: "hand.task")
        #expect(hand.kind == .handLandmarker)
        #expect(try inputName(hand.network(.palmDetector)) == "palm")
        #expect(try inputName(hand.network(.handLandmarks)) == "hand")
        #expect(!hand.has(.gestureEmbedder))
        let gesture = try TaskBundle(bytes: Bytes(gestureRecognizer()), file: "gesture.task")
        #expect(gesture.kind == .gestureRecognizer)
        #expect(try inputName(gesture.network(.palmDetector)) == "palm")
        #expect(try inputName(gesture.network(.handLandmarks)) == "hand")
        #expect(try inputName(gesture.network(.gestureEmbedder)) == "embedder")
        #expect(try inputName(gesture.network(.cannedGestureClassifier)) == "canned")
        #expect(
            try gesture.network(.gestureEmbedder).file
                == "gesture.task:hand_gesture_recognizer.task:gesture_embedder.tflite")
        #expect(!gesture.has(.customGestureClassifier))
        #expect(try TaskBundle(bytes: Bytes(archive([("a", [])])), file: "other.task").kind == nil)
    }

    @Test func findsNetworksByPath() throws {
        let gesture = try TaskBundle(bytes: Bytes(gestureRecognizer()), file: "gesture.task")
        #expect(try inputName(gesture.network(at: ["hand_landmarker.task", "hand_detector.tflite"])) == "palm")
        #expect(
            throws: ModelFormatError(
                file: "gesture.task:hand_landmarker.task", place: "central directory",
                problem: .memberMissing(
                    "x.tflite",
                    present: ["hand_landmarks_detector.tflite", "unexpected.bin", "hand_detector.tflite"]))
        ) { try gesture.network(at: ["hand_landmarker.task", "x.tflite"]) }
    }

    /// A name refers to the last member with that name. Earlier members are not read, however many there are.
    @Test func skipsMembersHiddenByLaterOnes() throws {
        let members = try archive([
            ("x.tflite", [1]), ("b.tflite", network("b")), ("a.tflite", network("a")), ("outer.task", [2]),
            ("inner.task", handLandmarker()),
        ])
        // Rename members to create duplicates, which the writer rejects.
        var doubled = members
        for place in doubled.indices {
            if doubled[place...].starts(with: "x.tflite".utf8) { doubled[place] = UInt8(ascii: "a") }
            if doubled[place...].starts(with: "outer.task".utf8) {
                doubled.replaceSubrange(place..<place + 5, with: "inner".utf8)
            }
        }
        let bundle = try TaskBundle(bytes: Bytes(doubled), file: "a.task")
        let found = try bundle.allMembers()
        #expect(
            found.map(\.path) == [
                ["b.tflite"], ["a.tflite"], ["inner.task"], ["inner.task", "hand_landmarks_detector.tflite"],
                ["inner.task", "unexpected.bin"], ["inner.task", "hand_detector.tflite"],
            ])
        #expect(try inputName(found[1].network()) == "a" && inputName(found[5].network()) == "palm")
        #expect(try found[5].network().file == "a.task:inner.task:hand_detector.tflite")
        #expect(throws: ModelFormatError.self) { try found[4].network() }
    }

    @Test func listsAllMembersWithTheirOffsets() throws {
        let bytes = try gestureRecognizer()
        let members = try TaskBundle(bytes: Bytes(bytes), file: "gesture.task").allMembers()
        #expect(
            members.map { $0.path.joined(separator: ":") } == [
                "hand_gesture_recognizer.task", "hand_gesture_recognizer.task:gesture_embedder.tflite",
                "hand_gesture_recognizer.task:canned_gesture_classifier.tflite", "hand_landmarker.task",
                "hand_landmarker.task:hand_landmarks_detector.tflite", "hand_landmarker.task:unexpected.bin",
                "hand_landmarker.task:hand_detector.tflite",
            ])
        for member in members {
            let offset = try #require(member.fileOffset)
            #expect(offset % 4 == 0)
            #expect(crc32(Array(bytes[offset..<offset + member.entry.size])) == member.entry.checksum)
        }
    }

    @Test func usesTheLastOfSeveralMembersWithOneName() throws {
        let image = ZipImage([
            .init("hand_detector.tflite", network("old")), .init("hand_detector.tflite", network("new")),
        ])
        let bundle = try TaskBundle(bytes: Bytes(image.bytes), file: "hand.task")
        #expect(try inputName(bundle.network(.palmDetector)) == "new")
    }

    @Test func readsBundlesFromFiles() throws {
        let bytes = try gestureRecognizer()
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("gesture.task").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            #expect(try TaskBundle(path: path).kind == .gestureRecognizer)
            let address = ModelAddress(path + ":hand_landmarker.task:hand_detector.tflite")
            #expect(try inputName(NetworkFile(address)) == "palm")
        }
    }

    @Test(arguments: [
        ("network.tflite", "network.tflite", []),
        ("bundle.task", "bundle.task", []),
        ("bundle.task:hand_detector.tflite", "bundle.task", ["hand_detector.tflite"]),
        ("a:b/g.task:hand_landmarker.task:x.tflite", "a:b/g.task", ["hand_landmarker.task", "x.tflite"]),
        ("operations.zip:x", "operations.zip", ["x"]),
        ("odd:name.tflite", "odd:name.tflite", []),
        ("bundle.task:", "bundle.task", []),
        (":x", ":x", []),
    ])
    func splitsAddressesIntoFileAndMembers(argument: String, file: String, members: [String]) {
        let address = ModelAddress(argument)
        #expect(address.file == file)
        #expect(address.members == members)
    }
}
