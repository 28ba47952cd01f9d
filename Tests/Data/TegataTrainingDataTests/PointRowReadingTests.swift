import Foundation
import TegataClassifiers
import TegataTestSupport
import TegataTrainingData
import Testing

/// Rows of key points or point histories, and arrays of landmarks.
@Suite struct PointRowReadingTests {
    private func row(_ label: String, _ values: [Float]) -> String {
        ([label] + values.map { "\($0)" }).joined(separator: ",") + "\n"
    }

    private let values = (0..<42).map { Float($0) / 42 }

    @Test func readsRowsWithClassNumbersAndANamesFile() throws {
        try DataFolder.with { folder in
            try folder.write("keypoint_classifier_label.csv", Data([0xEF, 0xBB, 0xBF]) + Data("Open\nClose\n".utf8))
            try folder.write("point_history_classifier_label.csv", "Stop\nMove\n")
            let file = try folder.write(
                "keypoint.csv",
                row("0", values) + row("1", values) + row("2", values) + "1,2,3\n"
                    + row("1", values.dropLast() + [.nan]))
            let set = try DataSet.poses(at: [file])
            #expect(set.labels == ["2", "Close", "Open"])
            #expect(set.items.map(\.label) == [2, 1, 0])
            #expect(set.pointsOnlyCount == 3)
            guard case .hand(let hand) = set.items[0].content else {
                Issue.record("no hand")
                return
            }
            #expect(hand == HandKeyPoints { (Float(2 * $0) / 42, Float(2 * $0 + 1) / 42, 1) })
            #expect(
                set.noticeTexts(in: folder.path) == [
                    "keypoint.csv: row 4: it has 3 values instead of 43, so the row is skipped",
                    "keypoint.csv: row 5: a value is not a number, so the row is skipped",
                    "keypoint.csv: class 2 has no name and keeps its number; add it to the names file",
                ])
        }
    }

    @Test func readsTrailingLabelsAndConfidences() throws {
        try DataFolder.with { folder in
            let three: [Float] = (0..<21).flatMap { _ in [0.25, 0.5, 0.75] as [Float] }
            let text = (three.map { "\($0)" } + ["rock"]).joined(separator: ";") + "\n"
            let file = try folder.write("a.csv", text + text.replacingOccurrences(of: "rock", with: "call"))
            let set = try DataSet.poses(at: [file])
            #expect(set.labels == ["call", "rock"])
            #expect(set.items[0].content == .hand(HandKeyPoints { _ in (0.25, 0.5, 0.75) }))
        }
    }

    @Test func ignoresDepths() throws {
        try DataFolder.with { folder in
            let three: [Float] = (0..<21).flatMap { _ in [0.25, 0.5, -0.02] as [Float] }
            let file = try folder.write("a.csv", row("rock", three) + row("call", three))
            #expect(
                try DataSet.poses(at: [file]).items[0].content == .hand(HandKeyPoints { _ in (0.25, 0.5, 1) }))
        }
    }

    @Test func groupsConsecutiveRows() throws {
        try DataFolder.with { folder in
            let text = (0..<40).map { _ in row("0", values) }.joined() + (0..<10).map { _ in row("1", values) }.joined()
            let set = try DataSet.poses(at: [try folder.write("a.csv", text)])
            let groups = set.items.compactMap(\.group)
            #expect(Set(groups).count == 20)
            #expect(groups[0] == groups[3])
            #expect(groups[3] != groups[4])
            #expect(groups[39] != groups[40])
        }
    }

    @Test func readsPointHistoriesAsMovingHands() throws {
        try DataFolder.with { folder in
            let way = (0..<16).flatMap { [Float($0) / 100, -Float($0) / 200] }
            let file = try folder.write("point_history.csv", row("0", way) + row("1", way))
            let set = try DataSet.actions(at: [file])
            guard case .sequence(let frames, let rate) = set.items[0].content else {
                Issue.record("no sequence")
                return
            }
            #expect(rate == 30)
            #expect(frames.count == 16)
            #expect(abs(frames[15].values[8] - frames[0].values[8] - 0.15) < 1e-5)
            #expect(abs(frames[15].values[29] - frames[0].values[29] + 0.075) < 1e-5)
            #expect(frames[7].isPresent)
            #expect(set.notices.count == 1)
            #expect(throws: DataSetError.otherKind(path: file, found: .actions)) { try DataSet.poses(at: [file]) }
        }
    }

    @Test func readsArraysOfLandmarks() throws {
        try DataFolder.with { folder in
            let hand = (0..<63).map { Float($0) / 63 }
            let none = [Float](repeating: .nan, count: 63)
            let bytes = npy("<f4", "(3, 2, 21, 3)", data: floatBytes(hand + none + none + none + hand + hand))
            let file = try folder.write("hands.npy", Data(bytes))
            try folder.write("hands.labels.csv", "a\na\nb\n")
            let set = try DataSet.poses(at: [file])
            #expect(set.items.map { set.labels[$0.label] } == ["a", "b", "b"])
            #expect(set.items.map(\.place.row) == [0, 2, 2])
            let actions = try DataSet.actions(at: [file])
            #expect(actions.items.count == 3)
            guard case .sequence(let frames, nil) = actions.items[0].content else {
                Issue.record("no sequence")
                return
            }
            #expect(frames.map(\.isPresent) == [true, false])
            try folder.write("hands.labels.csv", "a\n")
            #expect(throws: DataSetError.self) { try DataSet.poses(at: [file]) }
            let other = try folder.write("o.npy", Data(npy("<f4", "(3, 2)", data: floatBytes([1, 2, 3, 4, 5, 6]))))
            #expect(throws: DataSetError.self) { try DataSet.poses(at: [other]) }
            let huge = try folder.write("h.npy", Data(npy("<f4", "(1000000000000000000, 0, 21, 3)", data: [])))
            #expect(throws: DataSetError.self) { try DataSet.poses(at: [huge]) }
        }
    }

    @Test func rejectsDamagedTables() throws {
        try DataFolder.with { folder in
            let texts = [
                "", "\n\n", "\"", "a", ",,,,", "1,2\n3", "\u{0}", String(repeating: ",", count: 42), "nan,inf",
            ]
            for text in texts {
                let file = try folder.write("t.csv", text)
                #expect(throws: DataSetError.self) { try DataSet.poses(at: [file]) }
                #expect(throws: DataSetError.self) { try DataSet.actions(at: [file]) }
            }
        }
    }
}
