import TegataHands
import TegataTestSupport
import Testing

/// An open hand or a fist around a centre, for tests to move.
private struct MovingHand {
    var center: SIMD2<Float>
    var rightProbability: Float
    var isFist = false
    var width: Float = 0.3

    func result(noise: inout SplitMix64) -> HandResult {
        func jitter() -> Float { (noise.float() - 0.5) * 0.004 / 0.3 * width }
        let points = HandPoints { index in
            let raw = FakeNetworks.rawHand[index]
            let reach: Float = isFist && index % 4 == 0 && index > 0 ? 0.3 : 1
            return HandPoint(
                x: center.x + (raw.x - 112) / 224 * width * reach + jitter(),
                y: center.y + (raw.y - 130) / 224 * width * reach + jitter(),
                z: 0)
        }
        return HandResult(
            landmarks: points, worldLandmarks: HandPoints(), presence: 1, rightProbability: rightProbability,
            rectangle: HandRectangle(centerX: center.x, centerY: center.y, width: width, height: width, rotation: 0))
    }
}

@Suite struct HandTracksTests {
    private let size = PixelSize(width: 640, height: 480)

    private func options(_ change: (inout HandPipelineOptions) -> Void = { _ in }) -> HandPipelineOptions {
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        options.tracking.identifiesHands = true
        change(&options)
        return options
    }

    /// Returns the track IDs of hands that follow paths, frame by frame. A path returns nil while its hand is not
    /// visible.
    private func names(
        frames: Int, swapEvery: Int = 1_000_000, times: [Int]? = nil, _ path: (Int) -> [MovingHand?]
    ) -> [[Int?]] {
        var tracks = HandTracks()
        var noise = SplitMix64(seed: 2)
        return (0..<frames).map { frame in
            let hands = path(frame)
            var order = hands.indices.filter { hands[$0] != nil }
            if frame / swapEvery % 2 == 1 { order.reverse() }
            var results = order.map { hands[$0]!.result(noise: &noise) }
            tracks.update(
                &results, milliseconds: times?[frame] ?? 33 * frame, size: size,
                options: options { $0.maximumHandCount = max(2, hands.count) })
            var names = [Int?](repeating: nil, count: hands.count)
            for (place, hand) in zip(order, results) { names[place] = hand.identifier }
            return names
        }
    }

    @Test func keepsIDsInAnyOrder() {
        let found = names(frames: 30, swapEvery: 1) { frame in
            [
                MovingHand(center: SIMD2(0.2 + 0.005 * Float(frame), 0.5), rightProbability: 0.9),
                MovingHand(center: SIMD2(0.8, 0.3 + 0.01 * Float(frame)), rightProbability: 0.2),
            ]
        }
        #expect(Set(found) == [[1, 2]])
    }

    /// Two hands cross while one hides the other. They differ in handedness, in pose, or only in direction.
    @Test(arguments: [(0.9, 0.1, false), (0.9, 0.9, true), (0.9, 0.9, false)])
    func keepsIDsOfCrossingHands(left: Float, right: Float, isFist: Bool) {
        let found = names(frames: 60, swapEvery: 32) { frame in
            let t = Float(frame) / 59
            let isHidden = abs(t - 0.5) < 0.1
            return [
                MovingHand(center: SIMD2(0.15 + 0.7 * t, 0.5), rightProbability: left),
                isHidden
                    ? nil : MovingHand(center: SIMD2(0.85 - 0.7 * t, 0.5), rightProbability: right, isFist: isFist),
            ]
        }
        #expect(found.allSatisfy { $0[0] == 1 && ($0[1] ?? 2) == 2 })
        #expect(found.last == [1, 2])
    }

    /// In a crowd of 64 hands, half move to the left and half to the right, in rows where they meet.
    @Test func keepsIDsInACrowdOfCrossingHands() {
        let found = names(frames: 60, swapEvery: 7) { frame in
            (0..<64).map { index in
                let goesRight = index % 2 == 0
                let way = 0.05 + 0.2 * Float(index / 2 % 4) + 0.0025 * Float(frame)
                return MovingHand(
                    center: SIMD2(goesRight ? way : 1 - way, 0.06 + 0.125 * Float(index / 8)), rightProbability: 0.9,
                    width: 0.05)
            }
        }
        #expect(found.first == (1...64).map { $0 })
        #expect(found.last == found.first)
    }

    @Test func recognizesLostHandsUntilTheTimeout() {
        for (missing, expected) in [(10, 1), (29, 1), (40, 2)] {
            let found = names(frames: 60) { frame in
                (5..<5 + missing).contains(frame) ? [nil] : [MovingHand(center: SIMD2(0.5, 0.5), rightProbability: 0.9)]
            }
            #expect(found.last == [expected], "\(missing) frames of 33 ms")
        }
    }

    /// A hand that appears in every frame is never out of sight, no matter how far apart the frames are.
    @Test(arguments: [1000, 1001, 2000, 3_600_000]) func keepsIDsInSlowVideos(interval: Int) {
        let times = (0..<5).map { interval * $0 }
        let found = names(frames: 5, times: times) { _ in
            [MovingHand(center: SIMD2(0.5, 0.5), rightProbability: 0.9)]
        }
        #expect(Set(found) == [[1]])
        let gap = names(frames: 5, times: times) { frame in
            frame == 2 ? [nil] : [MovingHand(center: SIMD2(0.5, 0.5), rightProbability: 0.9)]
        }
        #expect(gap.last == [2], "out of sight for longer than the timeout")
    }

    /// If frames arrive in bursts, their timestamps make hands look faster than they are.
    @Test(arguments: [2, 3]) func keepsIDsInBurstsOfFrames(size: Int) {
        let times = (0..<30).map { $0 / size * size * 33 + $0 % size }
        for speed: Float in [0, 0.5, 1, 2, 3] {
            let found = names(frames: 30, times: times) { frame in
                [MovingHand(center: SIMD2(0.05, 0.5 + 0.003 * speed * Float(frame)), rightProbability: 0.9)]
            }
            #expect(Set(found) == [[1]], "\(speed) palms a second")
        }
    }

    /// A hand that returns with clearly different handedness is a new hand; one that changes while in sight is not.
    @Test func givesAReturningHandOfOtherHandednessANewID() {
        for (probability, expected): (Float, Int) in [(0.05, 2), (0.3, 1), (0.9, 1)] {
            for gap in [1, 10] {
                let found = names(frames: 10 + gap) { frame in
                    (5..<5 + gap).contains(frame)
                        ? [nil]
                        : [MovingHand(center: SIMD2(0.5, 0.5), rightProbability: frame < 5 ? 0.95 : probability)]
                }
                #expect(found.last == [expected])
            }
        }
        let flickering = names(frames: 10) { frame in
            [MovingHand(center: SIMD2(0.5, 0.5), rightProbability: frame == 5 ? 0.05 : 0.95)]
        }
        #expect(Set(flickering) == [[1]])
    }

    @Test func givesNewHandsNewIDs() {
        let found = names(frames: 3) { frame in
            [
                frame < 2 ? MovingHand(center: SIMD2(0.2, 0.5), rightProbability: 0.9) : nil,
                frame > 0 ? MovingHand(center: SIMD2(0.8, 0.5), rightProbability: 0.9) : nil,
                frame > 1 ? MovingHand(center: SIMD2(0.5, 0.2), rightProbability: 0.9) : nil,
            ]
        }
        #expect(found == [[1, nil, nil], [1, 2, nil], [nil, 2, 3]])
    }

    @Test func averagesHandednessOfAHand() {
        var tracks = HandTracks()
        var noise = SplitMix64(seed: 2)
        var found: [Float] = []
        for (frame, probability) in [0.9, 0.9, 0.2, 0.4].enumerated() {
            var hands = [
                MovingHand(center: SIMD2(0.5, 0.5), rightProbability: Float(probability)).result(noise: &noise)
            ]
            tracks.update(
                &hands, milliseconds: 33 * frame, size: size,
                options: options {
                    $0.tracking.averagesHandedness = true
                    $0.tracking.identifiesHands = false
                })
            #expect(hands[0].identifier == nil)
            found.append(hands[0].rightProbability)
        }
        for (value, expected) in zip(found, [0.9, 0.9, 2.0 / 3, 0.6]) { #expect(abs(Double(value) - expected) < 1e-6) }
    }

    @Test func survivesNonFiniteNumbers() {
        var tracks = HandTracks()
        let broken = HandResult(
            landmarks: HandPoints { _ in HandPoint(x: .nan, y: .infinity, z: 0) }, worldLandmarks: HandPoints(),
            presence: 1,
            rightProbability: .nan, rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0))
        for milliseconds in [Int.min, -1, 0, 1, .max] {
            var hands = [broken, broken]
            tracks.update(
                &hands, milliseconds: milliseconds, size: size,
                options: options { $0.tracking.smoothing = SmoothingOptions() })
            #expect(hands.count == 2 && hands[0].identifier != hands[1].identifier)
        }
    }
}

@Suite struct OneEuroFilterTests {
    private let palm = HandPoint(x: 0.1, y: 0.1, z: 0.1)

    private func run(_ values: [Float], _ options: SmoothingOptions) -> [Float] {
        var smoother = OneEuroFilter()
        return values.map { value in
            let points = HandPoints { _ in HandPoint(x: value, y: value, z: value) }
            return smoother.smooth(points, seconds: 1 / 30, palm: palm, options)[7].y
        }
    }

    @Test func calmsAHandAtRest() {
        var noise = SplitMix64(seed: 9)
        let values = (0..<200).map { _ in 0.5 + (noise.float() - 0.5) * 0.002 }
        func spread(_ values: [Float]) -> Float { values.dropFirst(50).max()! - values.dropFirst(50).min()! }
        #expect(spread(run(values, SmoothingOptions())) < 0.6 * spread(values))
    }

    /// Cutoffs this high disable the filter.
    @Test(arguments: [
        SmoothingOptions(minimumCutoffHertz: 1e38), SmoothingOptions(speedCutoffHertz: 1e38),
        SmoothingOptions(speedCoefficient: 1e38), SmoothingOptions(speedCoefficient: .greatestFiniteMagnitude),
    ])
    func passesValuesThroughForHugeCutoffs(_ options: SmoothingOptions) {
        let values: [Float] = [0.5, 0.6, 0.4, 0.4, 0.9]
        let smoothed = run(values, options)
        #expect(smoothed.allSatisfy { $0.isFinite })
        #expect(smoothed.last == 0.9)
    }

    @Test func followsAHandThatMoves() {
        // Moves at ten palm lengths per second.
        let values = (0..<60).map { Float($0) / 30 }
        let smoothed = run(values, SmoothingOptions())
        #expect(smoothed[0] == values[0])
        #expect(values[59] - smoothed[59] < 0.02)
        #expect(
            values[59] - run(values, SmoothingOptions(speedCoefficient: 0))[59] > 0.1, "a plain low-pass filter lags")
    }

    @Test(arguments: [Float.nan, .infinity, -.greatestFiniteMagnitude])
    func recoversFromNonFiniteValues(value: Float) {
        let found = run([0.5, value, 0.5, 0.5], SmoothingOptions())
        #expect(found[3] == 0.5 || (found[3] - 0.5).magnitude < value.magnitude && found[3].isFinite)
        #expect(run([0.5, .nan, 0.25, 0.25], SmoothingOptions()).suffix(2) == [0.25, 0.25])
    }

    /// Computes the filter's definition step by step.
    @Test func matchesTheDefinition() {
        let options = SmoothingOptions(minimumCutoffHertz: 2, speedCoefficient: 0.5, speedCutoffHertz: 3)
        func share(_ cutoff: Double) -> Double { 1 / (1 + 1 / (2 * Double.pi * cutoff * (1.0 / 30))) }
        var (old, speed) = (0.5, 0.0)
        for (value, found) in zip([0.53, 0.6, 0.58], run([0.5, 0.53, 0.6, 0.58], options).dropFirst()) {
            speed += share(3) * ((value - old) * 30 / 0.1 - speed)
            old += share(2 + 0.5 * abs(speed)) * (value - old)
            #expect(abs(Double(found) - old) < 1e-5)
        }
    }
}
