import CTegataLibrary
import Foundation
import Synchronization
import TegataHands
import TegataTestSupport
import Testing

@Suite("Tasks of MediaPipe's C interface", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct TaskFunctionsTests {
    /// A landmarker that is closed with this object.
    private final class Landmarker {
        let handle: OpaquePointer?

        init(_ change: (inout MpHandLandmarkerOptions) -> Void = { _ in }) throws {
            var made: OpaquePointer?
            try landmarkerPath.withCString { path in
                var options = MpHandLandmarkerOptions()
                options.base_options.model_asset_path = path
                options.base_options.file_descriptor = -1
                options.running_mode = Int32(MP_RUNNING_MODE_IMAGE.rawValue)
                options.num_hands = 2
                options.min_hand_detection_confidence = 0.5
                options.min_hand_presence_confidence = 0.5
                options.min_tracking_confidence = 0.5
                change(&options)
                try mediaPipe { MpHandLandmarkerCreate(&options, &made, $0) }
            }
            handle = made
        }

        deinit { _ = MpHandLandmarkerClose(handle, nil) }

        /// Returns the hands in an image or frame.
        func answer(_ picture: RGBPicture, milliseconds: Int64? = nil) throws -> [Hand] {
            let image = try Image(picture)
            var result = MpHandLandmarkerResult()
            try mediaPipe {
                if let milliseconds {
                    MpHandLandmarkerDetectForVideo(handle, image.handle, nil, milliseconds, &result, $0)
                } else {
                    MpHandLandmarkerDetectImage(handle, image.handle, nil, &result, $0)
                }
            }
            defer { MpHandLandmarkerCloseResult(&result) }
            return hands(result)
        }
    }

    /// The values to compare for a hand.
    private struct Hand: Equatable {
        let side: String
        let score: Float
        let landmarks: [[Float]]
        let worldLandmarks: [[Float]]
    }

    private static func expected(_ hands: [HandResult]) -> [Hand] {
        hands.map {
            Hand(
                side: $0.handedness == .right ? "Right" : "Left", score: $0.handednessScore,
                landmarks: numbers($0.landmarks), worldLandmarks: numbers($0.worldLandmarks))
        }
    }

    private static func hands(_ result: MpHandLandmarkerResult) -> [Hand] {
        (0..<Int(result.handedness_count)).map { index in
            let category = result.handedness[index].categories[0]
            let (points, world) = (result.hand_landmarks[index], result.hand_world_landmarks[index])
            return Hand(
                side: String(cString: category.category_name), score: category.score,
                landmarks: (0..<Int(points.landmarks_count)).map {
                    [points.landmarks[$0].x, points.landmarks[$0].y, points.landmarks[$0].z]
                },
                worldLandmarks: (0..<Int(world.landmarks_count)).map {
                    [world.landmarks[$0].x, world.landmarks[$0].y, world.landmarks[$0].z]
                })
        }
    }

    @Test("single images give the pipeline's results", arguments: ["victory_left", "two_hands_mixed", "no_hand"])
    func pictures(name: String) throws {
        let picture = try renderedHands(name)
        let hands = try Landmarker().answer(picture)
        #expect(try hands == Self.expected(pipelineHands([picture])[0]))
        #expect(hands.isEmpty == (name == "no_hand"))
    }

    @Test("video frames give the pipeline's results, and need increasing timestamps")
    func video() throws {
        let picture = try renderedHands("two_hands_mixed")
        let landmarker = try Landmarker { $0.running_mode = Int32(MP_RUNNING_MODE_VIDEO.rawValue) }
        let expected = try pipelineHands([picture, picture, picture], isVideo: true)
        for frame in 0..<3 {
            #expect(
                try landmarker.answer(picture, milliseconds: Int64(33 * frame)) == Self.expected(expected[frame]))
        }
        #expect(
            throws: Refusal(
                status: MP_INVALID_ARGUMENT, message: "Input timestamp must be monotonically increasing.")
        ) {
            _ = try landmarker.answer(picture, milliseconds: 66)
        }
        let refusal = #expect(throws: Refusal.self) { _ = try landmarker.answer(picture) }
        #expect(
            refusal?.message == "Task is not initialized with the image mode. Current running mode:video mode")
    }

    /// Results of callbacks, which have no context to store them in.
    private static let reported = Mutex<[(status: Int32, hands: [Hand], milliseconds: Int64)]>([])

    @Test("closing a live stream waits for its frames")
    func liveStream() throws {
        Self.reported.withLock { $0 = [] }
        let picture = try renderedHands("victory_left")
        do {
            let landmarker = try Landmarker {
                $0.running_mode = Int32(MP_RUNNING_MODE_LIVE_STREAM.rawValue)
                $0.result_callback = { status, result, _, milliseconds in
                    let hands = result.map { TaskFunctionsTests.hands($0.pointee) } ?? []
                    TaskFunctionsTests.reported.withLock { $0.append((status, hands, milliseconds)) }
                }
            }
            let image = try Image(picture)
            try mediaPipe { MpHandLandmarkerDetectAsync(landmarker.handle, image.handle, nil, 5, $0) }
        }
        let reported = Self.reported.withLock { $0 }
        #expect(reported.map(\.status) == [0])
        #expect(reported.map(\.milliseconds) == [5])
        #expect(try reported.first?.hands == Self.expected(pipelineHands([picture], isVideo: true)[0]))
    }

    @Test("a live stream needs a callback")
    func noCallback() {
        #expect(
            throws: Refusal(status: MP_INVALID_ARGUMENT, message: "Provided null pointer to callback function.")
        ) {
            _ = try Landmarker { $0.running_mode = Int32(MP_RUNNING_MODE_LIVE_STREAM.rawValue) }
        }
    }

    @Test("rejects invalid options")
    func options() {
        let changes: [(inout MpHandLandmarkerOptions) -> Void] = [
            { $0.running_mode = 7 }, { $0.num_hands = 0 }, { $0.min_hand_presence_confidence = 1.5 },
            { $0.base_options.model_asset_path = nil }, { $0.base_options.delegate = 9 },
        ]
        for change in changes {
            let refusal = #expect(throws: Refusal.self) { _ = try Landmarker(change) }
            #expect(refusal?.message.isEmpty == false)
        }
        let refusal = #expect(throws: Refusal.self) {
            try "/nowhere/hand.task".withCString { path in
                _ = try Landmarker { $0.base_options.model_asset_path = path }
            }
        }
        #expect(refusal?.status == MP_NOT_FOUND)
    }

    /// In a version of MediaPipe, the offset of the fields after the base options, and the values that Python writes
    /// into these options.
    private struct Layout {
        let baseByteCount: Int
        let integers: [Int: Int32]
        var confidences: [Float] = [0.5, 0.5, 0.5]
    }

    @Test("options of older versions are recognised")
    func layouts() throws {
        let layouts = [
            Layout(baseByteCount: 32, integers: [24: 0]),
            Layout(baseByteCount: 32, integers: [24: 0], confidences: [0.5, 0, 0]),
            Layout(baseByteCount: 56, integers: [24: 0, 28: 3]),
            Layout(baseByteCount: 72, integers: [24: -1, 28: 0, 32: 3]),
            // In C, the descriptor may be 0, and addresses may be so low that they look like numbers.
            Layout(baseByteCount: 72, integers: [24: 0, 28: 0, 32: 2, 40: 0x4100_0000]),
            Layout(baseByteCount: 72, integers: [24: 0, 28: 0, 32: 2, 40: 0x4100_0000, 48: 0x4100_0010]),
        ]
        let picture = try renderedHands("victory_left")
        let expected = try Self.expected(pipelineHands([picture])[0])
        for layout in layouts {
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: MemoryLayout<MpHandLandmarkerOptions>.size, alignment: 8)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            // Fills the memory after the options, which must not be read.
            let end = layout.baseByteCount + MemoryLayout<MpHandLandmarkerOptions>.size - 72
            for offset in end..<memory.count { memory[offset] = 0xAA }
            let path = strdup(landmarkerPath)
            defer { free(path) }
            memory.storeBytes(of: UnsafePointer(path), toByteOffset: 16, as: UnsafePointer<CChar>?.self)
            for (offset, value) in layout.integers {
                memory.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
            }
            let fields = layout.baseByteCount
            memory.storeBytes(of: Int32(MP_RUNNING_MODE_IMAGE.rawValue), toByteOffset: fields, as: Int32.self)
            memory.storeBytes(of: 2, toByteOffset: fields + 4, as: Int32.self)
            for (offset, value) in zip([8, 12, 16], layout.confidences) {
                memory.storeBytes(of: value, toByteOffset: fields + offset, as: Float.self)
            }
            var handle: OpaquePointer?
            let options = memory.baseAddress?.assumingMemoryBound(to: MpHandLandmarkerOptions.self)
            try mediaPipe { MpHandLandmarkerCreate(options, &handle, $0) }
            defer { _ = MpHandLandmarkerClose(handle, nil) }
            let image = try Image(picture)
            var result = MpHandLandmarkerResult()
            try mediaPipe { MpHandLandmarkerDetectImage(handle, image.handle, nil, &result, $0) }
            defer { MpHandLandmarkerCloseResult(&result) }
            if layout.confidences == [0.5, 0.5, 0.5] { #expect(Self.hands(result) == expected) }
        }
    }

    @Test("rejects an unknown delegate instead of assuming an older version")
    func unknownDelegate() throws {
        let path = strdup(landmarkerPath)
        defer { free(path) }
        for descriptor: Int32 in [-1, 0, 1] {
            var options = MpHandLandmarkerOptions()
            options.base_options.model_asset_path = UnsafePointer(path)
            options.base_options.file_descriptor = descriptor
            options.base_options.delegate = 3
            options.running_mode = Int32(MP_RUNNING_MODE_IMAGE.rawValue)
            options.num_hands = 2
            var handle: OpaquePointer?
            let refusal = #expect(throws: Refusal.self) {
                try mediaPipe { MpHandLandmarkerCreate(&options, &handle, $0) }
            }
            #expect(refusal?.status == MP_INVALID_ARGUMENT && refusal?.message == "There is no delegate 3.")
        }
    }

    @Test("accepts rotations but no regions of interest")
    func processing() throws {
        let landmarker = try Landmarker()
        let image = try Image(renderedHands("victory_left"))
        var result = MpHandLandmarkerResult()
        var options = MpImageProcessingOptions()
        options.rotation_degrees = 45
        let turned = #expect(throws: Refusal.self) {
            try mediaPipe { MpHandLandmarkerDetectImage(landmarker.handle, image.handle, &options, &result, $0) }
        }
        #expect(turned?.message == "Expected rotation to be a multiple of 90°.")
        options = MpImageProcessingOptions()
        options.has_region_of_interest = 1
        let part = #expect(throws: Refusal.self) {
            try mediaPipe { MpHandLandmarkerDetectImage(landmarker.handle, image.handle, &options, &result, $0) }
        }
        #expect(part?.message == "This task doesn't support region-of-interest.")
        options = MpImageProcessingOptions()
        options.rotation_degrees = 360
        try mediaPipe { MpHandLandmarkerDetectImage(landmarker.handle, image.handle, &options, &result, $0) }
        #expect(result.handedness_count == 1)
        MpHandLandmarkerCloseResult(&result)
        #expect(result.handedness == nil && result.handedness_count == 0)
    }

    @Test("rejects a landmarker that has been closed")
    func closed() throws {
        let landmarker = try Landmarker()
        try mediaPipe { MpHandLandmarkerClose(landmarker.handle, $0) }
        for _ in 0..<2 {
            #expect(
                throws: Refusal(
                    status: MP_INVALID_ARGUMENT, message: "There is no such hand landmarker, or it has been freed.")
            ) {
                try mediaPipe { MpHandLandmarkerClose(landmarker.handle, $0) }
            }
        }
    }

    @Test(
        "gestures have the pipeline's scores, and −1 as their index",
        .enabled(if: hasRecognizer, "needs gesture_recognizer.task"))
    func gestures() throws {
        let picture = try renderedHands("victory_left")
        let expected = try pipelineHands([picture], bundle: recognizerPath, gestures: GestureOptions())[0]
        var handle: OpaquePointer?
        try recognizerPath.withCString { path in
            var options = MpGestureRecognizerOptions()
            options.base_options.model_asset_path = path
            options.base_options.file_descriptor = -1
            options.running_mode = Int32(MP_RUNNING_MODE_IMAGE.rawValue)
            options.num_hands = 2
            options.min_hand_detection_confidence = 0.5
            options.min_hand_presence_confidence = 0.5
            options.min_tracking_confidence = 0.5
            options.canned_gestures_classifier_options.max_results = -1
            options.custom_gestures_classifier_options.max_results = -1
            try mediaPipe { MpGestureRecognizerCreate(&options, &handle, $0) }
        }
        defer { _ = MpGestureRecognizerClose(handle, nil) }
        let image = try Image(picture)
        var result = MpGestureRecognizerResult()
        try mediaPipe { MpGestureRecognizerRecognizeImage(handle, image.handle, nil, &result, $0) }
        defer { MpGestureRecognizerCloseResult(&result) }
        try #require(result.gestures_count == 1)
        let gesture = result.gestures[0].categories[0]
        #expect(gesture.index == -1)
        #expect(String(cString: gesture.category_name) == expected[0].gesture?.name)
        #expect(gesture.score == expected[0].gesture?.score)
        #expect(String(cString: gesture.category_name) == "Victory")
    }
}
