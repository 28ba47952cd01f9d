import TegataHands
import TegataTestSupport
import Testing

@Suite struct SkeletonTrackTests {
    /// Returns the results of a tracked hand in frames that are 33 ms apart. Its image has noise.
    private func track(
        frames: Int, noise: Float = 0, leadMilliseconds: Int = 0, smooths: Bool = false, metric: MetricOptions? = nil,
        _ points: (Int) throws -> [21 of SIMD3<Double>]
    ) throws -> [HandResult] {
        var random = SplitMix64(seed: 9)
        var tracks = HandTracks()
        var options = HandPipelineOptions()
        options.tracking.smoothing = smooths ? SmoothingOptions() : nil
        let stage = SkeletonStage(
            PerfectHand.size, .intrinsics(PerfectHand.camera), palmWidth: 0.06, leadMilliseconds: leadMilliseconds)
        return try (0..<frames).map { frame in
            let perfect = PerfectHand.result(try points(frame))
            let landmarks = HandPoints {
                HandPoint(
                    x: perfect.landmarks[$0].x + noise * Float(random.signed()),
                    y: perfect.landmarks[$0].y + noise * Float(random.signed()), z: perfect.landmarks[$0].z)
            }
            var hands = [
                HandResult(
                    landmarks: landmarks, worldLandmarks: perfect.worldLandmarks, presence: 1, rightProbability: 1,
                    rectangle: perfect.rectangle)
            ]
            tracks.update(
                &hands, milliseconds: 33 * frame, size: PerfectHand.size, options: options, stage)
            return hands[0]
        }
    }

    private func moved(_ points: [21 of SIMD3<Double>], by way: SIMD3<Double>) -> [21 of SIMD3<Double>] {
        var result = points
        for index in 0..<21 { result[index] += way }
        return result
    }

    private func acceleration(_ hands: [HandResult]) throws -> Double {
        var sum = 0.0
        for frame in 2..<hands.count {
            let points = try (frame - 2...frame).map { try #require(hands[$0].skeletonLandmarks) }
            for index in 0..<21 {
                let change = points[2][index].vector - 2 * points[1][index].vector + points[0][index].vector
                sum += (change * change).sum().squareRoot()
            }
        }
        return sum
    }

    @Test func movesSteadilyIfSmoothed() throws {
        var random = SplitMix64(seed: 1)
        let still = try PerfectHand.random(&random)
        let rough = try track(frames: 40, noise: 0.004) { _ in still }
        let smooth = try track(frames: 40, noise: 0.004, smooths: true) { _ in still }
        #expect(try acceleration(smooth) < 0.9 * acceleration(rough))
        for hand in smooth {
            let points = try #require(hand.skeletonLandmarks)
            let first = try #require(smooth[0].skeletonLandmarks)
            for (start, end) in PerfectHand.bones {
                let length = first[start].length(to: first[end])
                #expect(abs(points[start].length(to: points[end]) / length - 1) < 1e-5)
            }
        }
    }

    @Test func reportsHandsWhereTheyWillBe() throws {
        var random = SplitMix64(seed: 2)
        for _ in 0..<5 {
            let start = try PerfectHand.random(&random)
            let speed = SIMD3(0.3 * random.signed(), 0.3, 0.1 * random.signed())
            func points(_ seconds: Double) -> [21 of SIMD3<Double>] { moved(start, by: speed * seconds) }
            let hands = try track(frames: 12, leadMilliseconds: 50) { points(0.033 * Double($0)) }
            let last = 0.033 * 11
            let (now, later) = (PerfectHand.result(points(last)), PerfectHand.result(points(last + 0.05)))
            func error(_ hand: HandResult) -> Double {
                (0..<21).reduce(0) { sum, index in
                    let way = hand.landmarks[index].vector - later.landmarks[index].vector
                    return sum + (way.x * way.x + way.y * way.y).squareRoot()
                }
            }
            #expect(error(hands[11]) < 0.3 * error(now))
            #expect(hands[0].landmarks == PerfectHand.result(points(0)).landmarks)
        }
    }

    /// After a pause, nothing is expected of a hand.
    @Test func forgetsMovementsAfterAPause() throws {
        var random = SplitMix64(seed: 3)
        let (before, after) = (try PerfectHand.random(&random), try PerfectHand.random(&random))
        var tracks = HandTracks()
        var options = HandPipelineOptions()
        options.tracking.smoothing = SmoothingOptions()
        let stage = SkeletonStage(PerfectHand.size, .intrinsics(PerfectHand.camera), leadMilliseconds: 50)
        var hands: [HandResult] = []
        for (time, points) in [(0, before), (33, before), (66, before), (500, after)] {
            hands = [PerfectHand.result(points)]
            tracks.update(&hands, milliseconds: time, size: PerfectHand.size, options: options, stage)
        }
        var alone = PerfectHand.result(after)
        stage.fit(&alone)
        #expect(hands[0].skeletonLandmarks == alone.skeletonLandmarks)
    }

    @Test func survivesNumbersThatAreNoHand() throws {
        var random = SplitMix64(seed: 4)
        let good = PerfectHand.result(try PerfectHand.random(&random))
        var tracks = HandTracks()
        var options = HandPipelineOptions()
        options.tracking.smoothing = SmoothingOptions()
        options.tracking.predictionMilliseconds = 50
        let stage = SkeletonStage(PerfectHand.size, nil, leadMilliseconds: 50)
        for frame in 0..<60 {
            let value = [Float.nan, .infinity, 0, 1e30, -1e-30][frame / 2 % 5]
            let landmarks =
                frame % 2 == 0 ? good.landmarks : HandPoints { _ in HandPoint(x: value, y: value, z: value) }
            var hands = [
                HandResult(
                    landmarks: landmarks, worldLandmarks: frame % 3 == 0 ? good.worldLandmarks : landmarks, presence: 1,
                    rightProbability: frame % 7 == 0 ? 0 : 1, rectangle: good.rectangle)
            ]
            tracks.update(&hands, milliseconds: 33 * frame, size: PerfectHand.size, options: options, stage)
            if let points = hands[0].skeletonLandmarks {
                for index in 0..<21 { #expect(points[index].vector.sum().isFinite) }
            }
        }
    }
}
