import CTegataLibrary
import Foundation
import TegataHands
import TegataTestSupport
import Testing

@Suite("Tegata's C interface", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct TrackerFunctionsTests {
    /// A tracker that ends with this.
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

        /// The hands of a picture, or of a frame.
        func result(
            _ bytes: [UInt8], _ format: tegata_format, _ width: Int, _ height: Int, stride: Int = 0,
            milliseconds: Int64? = nil
        ) throws -> [Hand] {
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
                return (0..<answer.hand_count).map { Hand(answer.hands[$0]) }
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

    @Test("hands have the pipeline's numbers", arguments: ["victory_left", "two_hands_mixed", "no_hand"])
    func pictures(name: String) throws {
        let picture = try renderedHands(name)
        let hands = try Tracker().result(picture.bytes, TEGATA_RGB, picture.width, picture.height)
        #expect(try hands == pipelineHands([picture])[0].map(Hand.init))
    }

    @Test("sizes that no memory has are refused", arguments: 1...9 as ClosedRange<Int32>)
    func impossibleSizes(format: Int32) throws {
        let tracker = try Tracker()
        let bytes = [UInt8](repeating: 0, count: 4 * 64 * 48)
        let fault = #expect(throws: Fault.self) {
            try bytes.withUnsafeBytes { memory in
                var image = tegata_image()
                (image.format, image.width, image.height) = (format, 64, 48)
                // What SIZE_MAX is in C.
                image.planes.0 = tegata_plane(bytes: memory.baseAddress, byte_count: -1, row_stride: 0)
                var result: UnsafeMutablePointer<tegata_result>?
                try tegata { tegata_tracker_detect(tracker.handle, &image, nil, &result, $0) }
            }
        }
        #expect(fault?.status == TEGATA_INVALID_ARGUMENT)
        #expect(fault?.message.contains("byte_count of a plane is 18446744073709551615") == true)
    }

    @Test("pixels may lie in any of the formats, with gaps between rows")
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

    @Test("hands of a video keep their numbers, until it is forgotten")
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

    @Test("palms have the pipeline's numbers")
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

    @Test("errors say what is wrong, in which file and where")
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

    @Test("what is no tracker is answered with an error")
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

/// The points of an array of C, which Swift sees as a tuple.
private func points<Points>(of tuple: Points) -> [[Float]] {
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
