import MediaPipeTasksVision
import Synchronization
import TegataHands
import TegataInference
import TegataTestSupport
import Testing

@Suite("Hand landmarker, videos", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct HandLandmarkerVideoTests {
    @Test("frames keep their timestamps, which must increase")
    func timestamps() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.runningMode = .video })
        let image = try renderedHands("victory_left").mpImage()
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: -40).timestampInMilliseconds == -40)
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 33).timestampInMilliseconds == 33)
        for timestamp in [33, 0, .min] {
            let error = tasksError { _ = try landmarker.detect(videoFrame: image, timestampInMilliseconds: timestamp) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.text.contains("timestamps must increase") == true)
        }
        let result = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 34)
        #expect(result.timestampInMilliseconds == 34)
        #expect(result.landmarks.count == 1)
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: .max).landmarks.count == 1)
    }

    @Test("hands are tracked from frame to frame like in the pipeline")
    func tracking() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.runningMode = .video })
        let picture = try renderedHands("victory_left")
        let pipeline = try HandPipeline(
            HandNetworks(bundle: ModelFiles.bytes("hand_landmarker.task"), file: "bundle"), team: ThreadTeam(count: 1))
        for frame in 0..<4 {
            let frame = (picture: picture.shifted(by: 4 * frame), milliseconds: 33 * frame)
            let result = try landmarker.detect(
                videoFrame: MPImage(
                    bytes: frame.picture.bytes, width: picture.width, height: picture.height, format: .rgb),
                timestampInMilliseconds: frame.milliseconds)
            let expected = try frame.picture.bytes.withUnsafeBytes {
                try pipeline.track(
                    ImageView(.rgb, width: picture.width, height: picture.height, bytes: $0),
                    milliseconds: frame.milliseconds)
            }
            #expect(
                result.landmarks.map { $0.map { [$0.x, $0.y, $0.z] } }
                    == expected.hands.map { $0.landmarks.map { [$0.x, $0.y, $0.z] } })
            // Tracked hands need no palm detection.
            #expect((result.timings.palmNetwork > 0) == (frame.milliseconds == 0))
        }
    }

    @Test("a reset starts another video")
    func reset() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.runningMode = .video })
        let image = try renderedHands("thumb_up_right").mpImage()
        let first = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 500)
        let second = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 533)
        #expect(ResultValues(second) != ResultValues(first))
        landmarker.resetTracking()
        #expect(
            try ResultValues(landmarker.detect(videoFrame: image, timestampInMilliseconds: 0)) == ResultValues(first))
    }

    @Test("calls from several threads are serialised")
    func threads() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.numHands = 2 })
        let images = try ["two_hands_mixed", "victory_left", "no_hand", "thumb_up_right"].map {
            try renderedHands($0).mpImage()
        }
        let expected = try images.map { try ResultValues(landmarker.detect(image: $0)) }
        let differences = Mutex(0)
        let timestamps = Mutex(Set<Int>())
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for turn in 0..<5 {
                let index = (thread + turn) % images.count
                let result = try? landmarker.detect(image: images[index])
                let isAsExpected = result.map { ResultValues($0) == expected[index] } ?? false
                if !isAsExpected { differences.withLock { $0 += 1 } }
                timestamps.withLock { _ = $0.insert(result?.timestampInMilliseconds ?? -1) }
            }
        }
        #expect(differences.withLock { $0 } == 0)
        #expect(timestamps.withLock { $0 } == Set((4..<24).map { $0 * 1000 }))
    }

    @Test("results do not depend on the number of threads")
    func threadCounts() throws {
        let image = try renderedHands("two_hands_mixed").mpImage()
        let results = try [1, 2, 3, nil].map { count in
            let landmarker = try HandLandmarker(
                options: landmarkerOptions {
                    $0.numHands = 2
                    $0.baseOptions.threadCount = count
                })
            return try ResultValues(landmarker.detect(image: image))
        }
        #expect(results[0].points.count == 2)
        #expect(results.allSatisfy { $0 == results[0] })
    }
}
