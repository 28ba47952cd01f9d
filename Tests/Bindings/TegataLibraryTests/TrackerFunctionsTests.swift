import CTegataLibrary
import Foundation
import TegataClassifiers
import TegataHands
import TegataTestSupport
import Testing

@Suite("Tegata's C interface", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct TrackerFunctionsTests {
    /// A tracker that is freed with this object.
    private final class Tracker {
        let handle: OpaquePointer?

        init(_ change: (inout tegata_options) -> Void = { _ in }) throws {
            var made: OpaquePointer?
            try landmarkerPath.withCString { path in
                var options = tegata_options()
                tegata_options_init(&options, MemoryLayout<tegata_options>.size)
                options.model_path = path
                options.threads = 1
                change(&options)
                try tegata { tegata_tracker_create(&options, &made, $0) }
            }
            handle = made
        }

        deinit { tegata_tracker_free(handle) }

        func landmarks(
            _ bytes: [UInt8], _ format: tegata_format, _ width: Int, _ height: Int, stride: Int = 0,
            milliseconds: Int64? = nil
        ) throws -> [[[Float]]] {
            try result(bytes, format, width, height, stride: stride, milliseconds: milliseconds).map {
                $0.landmarks
            }
        }

        /// Returns the hands in an image or frame.
        func result(
            _ bytes: [UInt8], _ format: tegata_format, _ width: Int, _ height: Int, stride: Int = 0,
            milliseconds: Int64? = nil
        ) throws -> [Hand] {
            try withResult(bytes, format, width, height, stride: stride, milliseconds: milliseconds) { answer in
                (0..<answer.hand_count).map { Hand(answer.hands[$0]) }
            }
        }

        /// Calls `body` with the result for an image or frame, returns what it returns, and frees the result.
        func withResult<Answer>(
            _ bytes: [UInt8], _ format: tegata_format, _ width: Int, _ height: Int, stride: Int = 0,
            milliseconds: Int64? = nil, _ body: (tegata_result) throws -> Answer
        ) throws -> Answer {
            try bytes.withUnsafeBytes { memory in
                var image = tegata_image()
                image.format = Int32(format.rawValue)
                image.width = Int32(width)
                image.height = Int32(height)
                image.planes.0 = tegata_plane(
                    bytes: memory.baseAddress, byte_count: memory.count, row_stride: stride)
                var result: UnsafeMutablePointer<tegata_result>?
                try tegata {
                    if let milliseconds {
                        tegata_tracker_track(handle, &image, nil, milliseconds, &result, $0)
                    } else {
                        tegata_tracker_detect(handle, &image, nil, &result, $0)
                    }
                }
                defer { tegata_result_free(result) }
                let answer = try #require(result).pointee
                #expect(answer.timings.total >= answer.timings.hand_network)
                return try body(answer)
            }
        }
    }

    private struct Hand: Equatable {
        let id: Int64
        let side: Int32
        let presence: Float
        let landmarks: [[Float]]
        let worldLandmarks: [[Float]]
        let rectangle: [Float]

        init(_ hand: tegata_hand) {
            id = hand.id
            side = hand.handedness
            presence = hand.presence
            landmarks = points(of: hand.landmarks)
            worldLandmarks = points(of: hand.world_landmarks)
            rectangle = numbers(hand.rectangle)
        }

        init(_ hand: HandResult) {
            id = -1
            side = Int32(hand.handedness.rawValue)
            presence = hand.presence
            landmarks = numbers(hand.landmarks)
            worldLandmarks = numbers(hand.worldLandmarks)
            rectangle = numbers(hand.rectangle)
        }
    }

    @Test("hands have the pipeline's values", arguments: ["victory_left", "two_hands_mixed", "no_hand"])
    func pictures(name: String) throws {
        let picture = try renderedHands(name)
        let hands = try Tracker().result(picture.bytes, TEGATA_RGB, picture.width, picture.height)
        #expect(try hands == pipelineHands([picture])[0].map(Hand.init))
    }

    @Test("rejects impossible memory sizes", arguments: 1...9 as ClosedRange<Int32>)
    func impossibleSizes(format: Int32) throws {
        let tracker = try Tracker()
        let bytes = [UInt8](repeating: 0, count: 4 * 64 * 48)
        let fault = #expect(throws: Fault.self) {
            try bytes.withUnsafeBytes { memory in
                var image = tegata_image()
                (image.format, image.width, image.height) = (format, 64, 48)
                // Corresponds to SIZE_MAX in C.
                image.planes.0 = tegata_plane(bytes: memory.baseAddress, byte_count: -1, row_stride: 0)
                var result: UnsafeMutablePointer<tegata_result>?
                try tegata { tegata_tracker_detect(tracker.handle, &image, nil, &result, $0) }
            }
        }
        #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
        #expect(fault?.message.contains("byte_count of a plane is 18446744073709551615") == true)
    }

    @Test("accepts pixels in any format, with gaps between rows")
    func formats() throws {
        let picture = try renderedHands("victory_left")
        let (width, height) = (picture.width, picture.height)
        let expected = try pipelineHands([picture])[0].map { numbers($0.landmarks) }
        let tracker = try Tracker()
        func pixels(_ order: [Int], gap: Int = 0) -> [UInt8] {
            (0..<height).flatMap { row in
                (0..<width).flatMap { column in
                    order.map { $0 == 3 ? 255 : picture.bytes[3 * (row * width + column) + $0] }
                } + [UInt8](repeating: 77, count: gap)
            }
        }
        #expect(try tracker.landmarks(pixels([2, 1, 0]), TEGATA_BGR, width, height) == expected)
        #expect(try tracker.landmarks(pixels([0, 1, 2, 3]), TEGATA_RGBA, width, height) == expected)
        #expect(try tracker.landmarks(pixels([2, 1, 0, 3]), TEGATA_BGRA, width, height) == expected)
        #expect(
            try tracker.landmarks(
                pixels([0, 1, 2], gap: 5), TEGATA_RGB, width, height, stride: 3 * width + 5) == expected)
        #expect(
            try tracker.landmarks(
                pixels([2, 1, 0], gap: 1), TEGATA_BGR, width, height, stride: 3 * width + 1) == expected)
    }

    @Test("hands of a video keep their IDs until a reset")
    func video() throws {
        let picture = try renderedHands("two_hands_mixed")
        let tracker = try Tracker { $0.identifies_hands = 1 }
        func frame(_ milliseconds: Int64) throws -> [Hand] {
            try tracker.result(
                picture.bytes, TEGATA_RGB, picture.width, picture.height, milliseconds: milliseconds)
        }
        let first = try frame(0).map(\.id)
        #expect(Set(first).count == 2 && first.allSatisfy { $0 >= 0 })
        #expect(try frame(33).map(\.id) == first)
        let fault = #expect(throws: Fault.self) { _ = try frame(33) }
        #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
        try tegata { tegata_tracker_reset(tracker.handle, $0) }
        #expect(try frame(0).count == 2)
    }

    @Test("whole videos have revised tracks and a report")
    func wholeVideos() throws {
        let picture = try renderedHands("victory_left")
        let empty = [UInt8](repeating: 0, count: picture.bytes.count)
        let name = strdup("video")
        defer { free(name) }
        let tracker = try Tracker { ($0.offline, $0.source_name) = (1, UnsafePointer(name)) }
        for frame in 0..<12 {
            _ = try tracker.result(
                4...6 ~= frame ? empty : picture.bytes, TEGATA_RGB, picture.width, picture.height,
                milliseconds: Int64(40 * frame))
        }
        /// Returns the presence of the only hand in a revised frame.
        func presence(_ frame: Int) throws -> Float {
            var result: UnsafeMutablePointer<tegata_result>?
            try tegata { tegata_tracker_revised(tracker.handle, frame, &result, $0) }
            defer { tegata_result_free(result) }
            let answer = try #require(result).pointee
            #expect(answer.hand_count == 1)
            #expect(answer.hands[0].id == 1)
            #expect(String(cString: answer.json).contains("\"interpolated\":\(answer.hands[0].presence == 0 ? 1 : 0)"))
            return answer.hands[0].presence
        }
        #expect(try (0..<12).map { try presence($0) == 0 } == (0..<12).map { 4...6 ~= $0 })
        #expect(throws: Fault.self) { try presence(12) }
        var report: UnsafeMutablePointer<tegata_result>?
        try tegata { tegata_tracker_report(tracker.handle, &report, $0) }
        defer { tegata_result_free(report) }
        #expect(String(cString: try #require(report).pointee.json).contains("\"frames\":12,\"durationMs\":440,"))
        try tegata { tegata_tracker_reset(tracker.handle, $0) }
        #expect(throws: Fault.self) { try presence(0) }
        let other = try Tracker()
        let fault = #expect(throws: Fault.self) {
            var result: UnsafeMutablePointer<tegata_result>?
            try tegata { tegata_tracker_report(other.handle, &result, $0) }
        }
        #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
    }

    /// Returns the gestures in an image, from a tracker with the custom poses of `file` in memory.
    private func gestures(
        poses file: ClassifierFile, _ change: @escaping (inout tegata_options) -> Void = { _ in }
    ) throws -> [String] {
        let picture = try renderedHands("victory_left")
        return try file.bytes.withUnsafeBytes { memory in
            let tracker = try Tracker {
                $0.poses.bytes = memory.baseAddress
                $0.poses.byte_count = memory.count
                change(&$0)
            }
            return try tracker.withResult(picture.bytes, TEGATA_RGB, picture.width, picture.height) { result in
                (0..<result.hand_count).map { index in
                    let hand = result.hands[index]
                    #expect((hand.gesture_is_custom == 0) == (hand.gesture.map { String(cString: $0) } == "Victory"))
                    return hand.gesture.map { String(cString: $0) } ?? ""
                }
            }
        }
    }

    @Test("custom poses are gestures, even without a gesture bundle")
    func poses() throws {
        let fist = ClassifierFile.pose(ClassifierSamples.pose(["fist", "nothing"], answer: 0, background: 1))
        #expect(try gestures(poses: fist) == ["fist"])
        let name = strdup("fist")
        defer { free(name) }
        let denied: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
        try denied.withUnsafeBufferPointer { denied in
            let list = denied.baseAddress
            let found = try gestures(poses: fist) { ($0.custom.denied, $0.custom.denied_count) = (list, 1) }
            // Like MediaPipe, reports None if another classifier may decide.
            #expect(found == ["None"])
        }
    }

    @Test("custom poses take precedence over a bundle's gestures", .enabled(if: hasRecognizer))
    func posesBeforeGestures() throws {
        try recognizerPath.withCString { path in
            for (answer, name) in [(0, "fist"), (1, "Victory")] {
                let poses = ClassifierSamples.pose(["fist", "nothing"], answer: answer, background: 1)
                let found = try gestures(poses: .pose(poses)) { ($0.model_path, $0.gestures) = (path, 1) }
                #expect(found == [name])
            }
        }
    }

    @Test("reports actions of hands from their beginning until a reset")
    func actions() throws {
        let picture = try renderedHands("two_hands_mixed")
        let action = ClassifierSamples.action(["wave", "nothing"], answer: 0, background: 1, windowSize: 6)
        try withTemporaryFolder { folder in
            let file = folder.path + "/wave.tegata"
            try Data(ClassifierFile.action(action).bytes).write(to: URL(fileURLWithPath: file))
            let tracker = try file.withCString { path in try Tracker { $0.actions.path = path } }
            var begun: [Int64] = []
            func frame(_ number: Int64) throws -> [String?] {
                try tracker.withResult(
                    picture.bytes, TEGATA_RGB, picture.width, picture.height, milliseconds: number * 100 / 3
                ) { result in
                    for index in 0..<result.action_event_count {
                        #expect(String(cString: result.action_events[index].name) == "wave")
                        begun.append(result.action_events[index].hand_id)
                    }
                    let actions = try #require(result.actions)
                    return (0..<result.hand_count).map { index in
                        #expect(result.hands[index].id >= 0)
                        #expect((actions[index].name != nil) == (actions[index].score > 0.9))
                        return actions[index].name.map { String(cString: $0) }
                    }
                }
            }
            #expect(try frame(0) == [nil, nil])
            for number in 1..<30 { _ = try frame(Int64(number)) }
            #expect(try frame(30) == ["wave", "wave"])
            #expect(begun.count == 2 && Set(begun).count == 2)
            try tegata { tegata_tracker_reset(tracker.handle, $0) }
            #expect(try frame(0) == [nil, nil])
            // A still image does not belong to the video.
            try tracker.withResult(picture.bytes, TEGATA_RGB, picture.width, picture.height) { result in
                #expect(result.hand_count == 2 && result.action_event_count == 0)
                for index in 0..<result.hand_count { #expect(result.actions?[index].name == nil) }
            }
        }
    }

    @Test("rejects other files as classifiers and names them")
    func foreignClassifiers() throws {
        let pose = ClassifierFile.pose(ClassifierSamples.pose(["fist"], answer: 0)).bytes
        let swapped = #expect(throws: Fault.self) {
            try pose.withUnsafeBytes { memory in
                _ = try Tracker { ($0.actions.bytes, $0.actions.byte_count) = (memory.baseAddress, memory.count) }
            }
        }
        #expect(swapped?.status == TEGATA_INVALID_ARGUMENT)
        #expect(swapped?.message.contains("actions") == true)
        let damaged = #expect(throws: Fault.self) {
            try pose.dropLast().withUnsafeBytes { memory in
                _ = try Tracker { ($0.poses.bytes, $0.poses.byte_count) = (memory.baseAddress, memory.count) }
            }
        }
        #expect(damaged?.file == "poses")
        let missing = #expect(throws: Fault.self) {
            try "/nowhere/own.tegata".withCString { path in _ = try Tracker { $0.poses.path = path } }
        }
        #expect(missing?.status == TEGATA_NOT_FOUND)
        #expect(missing?.file == "/nowhere/own.tegata")
        let endless = #expect(throws: Fault.self) {
            _ = try Tracker { ($0.poses.bytes, $0.poses.byte_count) = (UnsafeRawPointer(bitPattern: 8), -1) }
        }
        #expect(endless?.message.contains("poses.byte_count") == true)
    }

    /// Tests in C and Python use these files.
    @Test("the fixtures have the current classifier format")
    func fixtures() throws {
        let folder = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/classifiers")
        let poses = ClassifierFile.pose(ClassifierSamples.pose(["fist", "nothing"], answer: 0, background: 1))
        let actions = ClassifierFile.action(ClassifierSamples.action(["wave", "nothing"], answer: 0, background: 1))
        for (name, file) in [("fist.tegata", poses), ("wave.tegata", actions)] {
            #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == Data(file.bytes))
        }
    }

    @Test("ignores classifiers of callers with older, shorter options")
    func earlierOptions() throws {
        let picture = try renderedHands("victory_left")
        let tracker = try Tracker {
            $0.size = MemoryLayout<tegata_options>.offset(of: \.poses) ?? 0
            ($0.poses.bytes, $0.poses.byte_count) = (UnsafeRawPointer(bitPattern: 8), 8)
        }
        try tracker.withResult(picture.bytes, TEGATA_RGB, picture.width, picture.height) { result in
            #expect(result.hand_count == 1 && result.actions == nil && result.action_events == nil)
        }
    }

    @Test("the layout describes the structs of C")
    func layout() throws {
        let text = try #require(tegata_layout().map { String(cString: $0) }).split(separator: "\n\n")
        let lines = text[0].split(separator: "\n")
        for line in [
            "tegata_options \(MemoryLayout<tegata_options>.size)", "max_hands i4 1 36 2",
            "min_detection_confidence f4 1 40 0.5", "search tegata_search 1 184", "tile_overlap f4 1 8 0.25",
            "palm_width f4 1 236 0.0", "actions tegata_classifier 1 264",
            "tegata_hand \(MemoryLayout<tegata_hand>.size)", "id i8 1 0 0", "landmarks tegata_point 21 8",
            "gesture text 1 544", "gesture_is_custom i4 1 556 0", "planes tegata_plane 3 24", "keypoints f4 14 20",
            "hands pointer 1 8", "total u8 1 56 0", "status u4 1 0 0", "path text 1 16",
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
        let values: [Any] = [
            tegata_error(), tegata_plane(), tegata_image(), tegata_frame(), tegata_gesture_options(), tegata_search(),
            tegata_camera(), tegata_classifier(), tegata_encoding(), tegata_tensor(), tegata_network_call(),
            tegata_network(), tegata_networks(), tegata_options(), tegata_point(), tegata_rectangle(), tegata_hand(),
            tegata_metric_hand(), tegata_skeleton(), tegata_joint_angles(), tegata_quaternion(), tegata_joints(),
            tegata_action(),
            tegata_action_event(), tegata_event(), tegata_timings(), tegata_result(), tegata_palm(), tegata_palms(),
        ]
        let names = values.flatMap { value in
            ["\(type(of: value))"] + Mirror(reflecting: value).children.map { $0.label ?? "" }
        }
        #expect(lines.map { String($0.prefix { $0 != " " }) } == names)
        let rest = text[1].split(separator: "\n")
        for line in [
            "integer max_hands --num-hands 1 1000 maximum number of hands",
            "number min_detection_confidence --min-detection-confidence 0.0 1.0 minimum score of a detected palm",
            "integer search.tile_side --tile-size 64 32767 side length of the smallest tiles for --search",
            "choice precision single half all-half int8", "choice search.area whole tiles auto thorough",
            "choice encoding.element float32 float16 uint8 int8",
        ] { #expect(rest.contains(Substring(line)), "\(line)") }
        #expect(rest.last?.hasPrefix("bones 0 1 0 5 9 13 ") == true)
    }

    @Test("palms have the pipeline's values")
    func palms() throws {
        let picture = try renderedHands("two_hands_mixed")
        let expected = try pipelinePalms(picture)
        let tracker = try Tracker()
        try picture.bytes.withUnsafeBytes { memory in
            var image = tegata_image()
            image.format = Int32(TEGATA_RGB.rawValue)
            image.width = Int32(picture.width)
            image.height = Int32(picture.height)
            image.planes.0 = tegata_plane(bytes: memory.baseAddress, byte_count: memory.count, row_stride: 0)
            var palms: UnsafeMutablePointer<tegata_palms>?
            try tegata { tegata_tracker_palms(tracker.handle, &image, nil, &palms, $0) }
            defer { tegata_palms_free(palms) }
            let found = try #require(palms).pointee
            try #require(found.palm_count == 2 && expected.count == 2)
            for (index, wanted) in expected.enumerated() {
                let (palm, box) = (found.palms[index], wanted.box)
                #expect([palm.score, palm.x, palm.y] == [wanted.score, box.x, box.y])
                #expect([palm.width, palm.height] == [box.width, box.height])
                let keypoints = withUnsafeBytes(of: palm.keypoints) { Array($0.bindMemory(to: Float.self)) }
                #expect(keypoints == PalmDetection.Keypoint.allCases.flatMap { [wanted[$0].x, wanted[$0].y] })
                #expect(numbers(palm.hand) == numbers(wanted.handRectangle))
            }
        }
    }

    @Test("errors contain the problem and the file")
    func faults() throws {
        let missing = #expect(throws: Fault.self) {
            try "/nowhere/hand.task".withCString { path in _ = try Tracker { $0.model_path = path } }
        }
        #expect(missing?.status == TEGATA_NOT_FOUND)
        #expect(missing?.file == "/nowhere/hand.task")
        let unset = #expect(throws: Fault.self) { _ = try Tracker { $0.model_path = nil } }
        #expect(unset?.status == TEGATA_INVALID_ARGUMENT)
        let changes: [(inout tegata_options) -> Void] = [
            { $0.threads = -1 }, { $0.max_hands = 0 }, { $0.min_detection_confidence = 2 },
            { $0.detection_interval = 0 }, { $0.size = 3 },
        ]
        for change in changes {
            let fault = #expect(throws: Fault.self) { _ = try Tracker(change) }
            #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
            #expect(fault?.message.isEmpty == false)
        }
        let counts: [(name: String, change: (inout tegata_options) -> Void)] = [
            ("model_size", { $0.model = UnsafeRawPointer(bitPattern: 8) }),
            ("poses.byte_count", { $0.poses.bytes = UnsafeRawPointer(bitPattern: 8) }),
            ("actions.byte_count", { $0.actions.bytes = UnsafeRawPointer(bitPattern: 8) }),
        ]
        for (name, change) in counts {
            let fault = #expect(throws: Fault.self) { _ = try Tracker(change) }
            #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
            #expect(fault?.message == "The \(name) is 0, but there are bytes; set it to their number.")
        }
        let tracker = try Tracker()
        for (format, width, height, count) in [
            (TEGATA_RGB, 4, 4, 47), (TEGATA_RGB, 0, 4, 48), (TEGATA_RGB, 4, -4, 48), (tegata_format(99), 4, 4, 48),
            (TEGATA_BGR, 4, 4, 47),
        ] {
            let fault = #expect(throws: Fault.self) {
                _ = try tracker.result([UInt8](repeating: 0, count: count), format, width, height)
            }
            #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
        }
    }

    @Test("rejects invalid and freed tracker handles")
    func noTracker() throws {
        let ended: OpaquePointer?
        do { ended = try Tracker().handle }
        for handle in [nil, ended, OpaquePointer(bitPattern: 4711)] {
            let fault = #expect(throws: Fault.self) { try tegata { tegata_tracker_reset(handle, $0) } }
            #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
            tegata_tracker_free(handle)
        }
        tegata_result_free(nil)
        tegata_palms_free(nil)
        tegata_error_free(nil)
    }
}

/// Returns the points of a C array, which Swift imports as a tuple.
func points<Points>(of tuple: Points) -> [[Float]] {
    withUnsafeBytes(of: tuple) { bytes in
        bytes.bindMemory(to: tegata_point.self).map { [$0.x, $0.y, $0.z] }
    }
}

private func numbers(_ rectangle: tegata_rectangle) -> [Float] {
    [rectangle.center_x, rectangle.center_y, rectangle.width, rectangle.height, rectangle.rotation]
}

private func numbers(_ rectangle: HandRectangle) -> [Float] {
    [rectangle.centerX, rectangle.centerY, rectangle.width, rectangle.height, rectangle.rotation]
}
