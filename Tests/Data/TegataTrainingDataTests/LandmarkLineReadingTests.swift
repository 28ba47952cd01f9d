import TegataClassifiers
import TegataTrainingData
import Testing

/// The output of `tegata track --json` as training data.
@Suite struct LandmarkLineReadingTests {
    private func line(_ source: String, time: Int? = nil, hands: [(id: Int, x: Float)] = [(0, 0.5)]) -> String {
        let texts = hands.map { hand in
            let points = (0..<21).map { "{\"x\":\(hand.x),\"y\":0.\($0 + 10),\"z\":0}" }.joined(separator: ",")
            return "{\"id\":\(hand.id),\"handedness\":{\"categoryName\":\"Left\"},\"landmarks\":[\(points)]}"
        }
        let frame = time.map { "\"frame\":\($0 / 40),\"timestampMs\":\($0)," } ?? ""
        return
            "{\"source\":\"\(source)\",\(frame)\"width\":200,\"height\":100,"
            + "\"hands\":[\(texts.joined(separator: ","))]}\n"
    }

    @Test func usesTheFoldersOfImagesAsLabels() throws {
        try DataFolder.with { folder in
            let file = try folder.write(
                "hands.json",
                line("data/rock/1.jpg") + line("data/call/1.jpg", hands: []) + line("data/call/2.jpg")
                    + "{\"source\":\"data/call/3.jpg\",\"error\":\"x\"}\n")
            let set = try DataSet.poses(at: [file])
            #expect(set.labels == ["call", "rock"])
            #expect(set.items.map(\.label) == [1, 0])
            guard case .hand(let hand) = set.items[0].content else {
                Issue.record("no hand")
                return
            }
            #expect(hand.chirality == .left)
            #expect(hand.aspectRatio == 2)
            #expect(
                set.notices == [
                    .rowSkipped(DataPlace(file: file, row: 4), why: "the image was not read"),
                    .noHand(DataPlace(file: file, row: 2), label: "call"),
                ])
        }
    }

    @Test func usesTheClassFoldersOfFilesAsLabels() throws {
        try DataFolder.with { folder in
            try folder.write("wave/1.json", line("v.mp4", time: 0) + line("v.mp4", time: 40))
            try folder.write("stop/1.json", line("w.mp4", time: 0, hands: [(1, 0.1), (2, 0.9)]))
            let set = try DataSet.actions(at: [folder.path])
            #expect(set.labels == ["stop", "wave"])
            #expect(set.counts == [2, 1])
            guard case .sequence(let frames, let rate) = set.items[2].content else {
                Issue.record("no sequence")
                return
            }
            #expect(frames.count == 2)
            #expect(rate == 25)
        }
    }

    @Test func leavesAGapForAMissingHand() throws {
        try DataFolder.with { folder in
            let file = try folder.write(
                "a.json",
                line("v.mp4", time: 0) + line("v.mp4", time: 40, hands: []) + line("v.mp4", time: 80))
            var options = DataSetOptions()
            options.label = "wave"
            let set = try DataSet.actions(at: [file], options, needsTwoLabels: false)
            guard case .sequence(let frames, _) = set.items[0].content else {
                Issue.record("no sequence")
                return
            }
            #expect(frames.map(\.isPresent) == [true, false, true])
        }
    }

    /// Otherwise one line at each end would reserve a table of all hands for all lines in between.
    @Test func rejectsHandsMissingInNearlyAllLines() throws {
        try DataFolder.with { folder in
            let hands = (0..<40).map { (id: $0, x: Float(0.5)) }
            func lines(_ count: Int) -> String {
                (0..<count).map { line("v.mp4", time: 40 * $0, hands: $0 == 0 || $0 == count - 1 ? hands : []) }
                    .joined()
            }
            var options = DataSetOptions()
            options.label = "wave"
            let some = try folder.write("some.json", lines(50))
            #expect(try DataSet.actions(at: [some], options, needsTwoLabels: false).items.count == 40)
            let many = try folder.write("many.json", lines(100))
            let error = #expect(throws: DataSetError.self) {
                try DataSet.actions(at: [many], options, needsTwoLabels: false)
            }
            #expect(error?.description.hasPrefix("\(many): has hands that are missing from nearly all") == true)
        }
    }

    @Test func readsTablesOfHandsWithALabelFromFolderOrOption() throws {
        try DataFolder.with { folder in
            let fingers = ["index_finger", "middle_finger", "ring_finger", "pinky"]
            let joints =
                ["wrist", "thumb_cmc", "thumb_mcp", "thumb_ip", "thumb_tip"]
                + fingers.flatMap { ["\($0)_mcp", "\($0)_pip", "\($0)_dip", "\($0)_tip"] }
            let points = joints.flatMap { ["\($0)_x", "\($0)_y", "\($0)_z"] }
            let header =
                ["source", "frame", "timestamp_ms", "width", "height", "hand", "handedness", "gesture"] + points
            let cells = ["p/1.jpg", "", "", "640", "480", "0", "Left", "Victory"] + points.map { _ in "0.5" }
            let text = header.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n"
            try folder.write("call/hands.csv", text)
            let file = try folder.write("rock/hands.csv", text)
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.labels == ["call", "rock"])
            #expect(set.notices == [])
            #expect(
                set.items[0].content
                    == .hand(HandKeyPoints(chirality: .left, aspectRatio: 640.0 / 480) { _ in (0.5, 0.5, 1) }))
            var options = DataSetOptions()
            options.label = "peace"
            #expect(try DataSet.poses(at: [file], options, needsTwoLabels: false).labels == ["peace"])
        }
    }
}
