import TegataClassifiers
import TegataTrainingData
import Testing

/// Annotations in the HaGRID format.
@Suite struct HaGRIDReadingTests {
    private let landmarks = "[" + (0..<21).map { "[0.\($0 + 10), 0.5]" }.joined(separator: ",") + "]"

    private func annotations(_ names: (landmarks: String, extra: String)) -> String {
        """
        {"0a": {"bboxes": [[0.1, 0.2, 0.3, 0.4], [0.6, 0.2, 0.1, 0.1]], "labels": ["call", "no_gesture"],
                "\(names.landmarks)": [\(landmarks), []], "user_id": "u1"\(names.extra)},
         "0b": {"bboxes": [[0.1, 0.2, 0.3, 0.4]], "labels": ["rock"],
                "\(names.landmarks)": [\(landmarks)], "user_id": 7},
         "0c": {"bboxes": [[0.1, 0.2, 0.3]], "labels": ["rock"]}}
        """
    }

    @Test func readsLabelsOfHandsWithTheirBoxes() throws {
        try DataFolder.with { folder in
            try folder.touch("images/call/0a.jpg", "images/rock/0b.jpg")
            let file = try folder.write("annotations/train/call.json", annotations(("landmarks", "")))
            let set = try DataSet.poses(at: [folder.path])
            #expect(set.labels == ["call", "no_gesture", "rock"])
            #expect(set.background == 1)
            #expect(
                set.summary(in: folder.path) == [
                    "call|u1|images/call/0a.jpg", "no_gesture|u1|images/call/0a.jpg", "rock|7.0|images/rock/0b.jpg",
                ])
            #expect(
                set.items[1].content
                    == .picture(
                        PictureItem(
                            path: folder.path("images/call/0a.jpg"),
                            box: HandBox(left: 0.6, top: 0.2, width: 0.1, height: 0.1))))
            #expect(
                set.noticeTexts(in: folder.path) == [
                    "annotations/train/call.json: '0c': box 1 is not four numbers from 0 to 1, so the hand is skipped",
                    "annotations/train/call.json: '0c': the image is missing and is skipped; also pass the folder that"
                        + " contains it",
                ])
            #expect(try DataSet.poses(at: [file, folder.path("images")]).items == set.items)
        }
    }

    @Test func usesLandmarksOfMissingImages() throws {
        try DataFolder.with { folder in
            let extra = #", "united_label": ["holy"], "united_bbox": [[0, 0, 1, 1]], "meta": {}"#
            let file = try folder.write("call.json", annotations(("hand_landmarks", extra)))
            let set = try DataSet.poses(at: [file])
            #expect(set.labels == ["call", "rock"])
            #expect(set.pointsOnlyCount == 2)
            #expect(set.items[0].group == "u1")
            guard case .hand(let hand) = set.items[0].content else {
                Issue.record("no hand")
                return
            }
            #expect(hand == HandKeyPoints { (Float("0.\($0 + 10)") ?? 0, 0.5, 1) })
            #expect(set.notices.contains(.twoHandedSkipped(file: file, count: 1, labels: ["holy"])))
        }
    }

    @Test func rejectsDamagedAnnotations() throws {
        try DataFolder.with { folder in
            let file = try folder.write("a.json", String(annotations(("landmarks", "")).dropLast(5)))
            let error = #expect(throws: DataSetError.self) { try DataSet.poses(at: [file]) }
            #expect(error?.description.contains("a.json: line ") == true)
        }
    }
}
