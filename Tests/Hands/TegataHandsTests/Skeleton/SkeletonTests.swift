import TegataHands
import TegataTestSupport
import Testing

@Suite struct SkeletonTests {
    private static let stage = SkeletonStage(
        PerfectHand.size, .intrinsics(PerfectHand.camera), palmWidth: 0.06)

    @Test func keepsTheLengthsOfBones() throws {
        var random = SplitMix64(seed: 1)
        var (shortest, longest) = ([Double](repeating: 1, count: 30), [Double](repeating: 0, count: 30))
        for number in 0..<100 {
            var hand = PerfectHand.result(try PerfectHand.random(&random), isRight: number % 2 == 0)
            Self.stage.fit(&hand)
            let points = try #require(hand.skeletonLandmarks)
            for (bone, (start, end)) in PerfectHand.bones.enumerated() {
                let length = points[start].length(to: points[end])
                (shortest[bone], longest[bone]) = (min(shortest[bone], length), max(longest[bone], length))
            }
            // The origin is the middle of the knuckles.
            let middle = [5, 9, 13, 17].reduce(SIMD3<Double>.zero) { $0 + points[$1].vector / 4 }
            #expect((middle * middle).sum() < 1e-14)
        }
        for (low, high) in zip(shortest, longest) { #expect(high - low < 1e-6 && high / low - 1 < 1e-5) }
    }

    @Test func findsHandsThatAreSeenWell() throws {
        var random = SplitMix64(seed: 2)
        var (sum, largest) = (0.0, 0.0)
        for _ in 0..<200 {
            let truth = try PerfectHand.random(&random)
            var hand = PerfectHand.result(truth)
            Self.stage.fit(&hand)
            let found = hand.joints
            let points = HandPoints { HandPoint(x: Float(truth[$0].x), y: Float(truth[$0].y), z: Float(truth[$0].z)) }
            let wanted = HandJoints(points, isRight: true, confidence: 1)
            for landmark in HandLandmark.allCases {
                guard let one = found[landmark], let other = wanted[landmark] else { continue }
                let error = abs(Double(one.flexion - other.flexion))
                sum += error / 3000
                largest = max(largest, error)
            }
        }
        #expect(sum < 0.09)
        #expect(largest < 0.8)
    }

    /// If the derivatives were wrong, steps would end where the cost still has a slope.
    @Test func endsWhereTheCostIsLeast() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<20 {
            let seen = try #require(PerfectHand.sight(PerfectHand.result(try PerfectHand.random(&random))))
            let fit = try #require(SkeletonFit(seen, PerfectHand.shape, steps: 60))
            let start = try #require(SkeletonFit(seen, PerfectHand.shape, steps: 0))
            let (least, first) = (fit.equations(fit.pose).cost, start.equations(start.pose).cost)
            #expect(least < first)
            let little = 1e-4
            for unknown in 0..<36 {
                func cost(_ amount: Double) -> Double {
                    var change = PoseChange()
                    if unknown < 6 { change.palm[unknown] = amount } else { change.angles[unknown - 6] = amount }
                    return fit.equations(fit.pose.changed(change)).cost
                }
                let (below, above) = (cost(-little), cost(little))
                let curvature = (above + below - 2 * least) / (little * little)
                #expect(curvature > 0, "\(unknown)")
                // The minimum lies within a ten-thousandth of a radian.
                #expect(abs((above - below) / (2 * little)) < 1e-4 * curvature, "\(unknown)")
            }
        }
    }

    @Test func givesTheSameSkeletonEachTimeAndForMirroredHands() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<20 {
            let truth = try PerfectHand.random(&random)
            func skeleton(isRight: Bool) throws -> HandPoints {
                var hand = PerfectHand.result(truth, isRight: isRight)
                Self.stage.fit(&hand)
                return try #require(hand.skeletonLandmarks)
            }
            let right = try skeleton(isRight: true)
            #expect(try skeleton(isRight: true) == right)
            let left = try skeleton(isRight: false)
            for index in 0..<21 {
                let mirrored = HandPoint(x: -left[index].x, y: left[index].y, z: left[index].z)
                #expect(mirrored.length(to: right[index]) < 1e-4)
            }
        }
    }

    @Test func needsNoCamera() throws {
        var random = SplitMix64(seed: 5)
        let unknown = SkeletonStage(PerfectHand.size)
        for _ in 0..<50 {
            var (hand, other) = (
                PerfectHand.result(try PerfectHand.random(&random)), PerfectHand.result(PerfectHand.straight)
            )
            other = hand
            Self.stage.fit(&hand)
            unknown.fit(&other)
            for finger in 0..<5 {
                #expect(abs(hand.joints.fingers[finger].curl - other.joints.fingers[finger].curl) < 0.1)
            }
        }
    }

    @Test func hasNoSkeletonForPointsThatAreNoHand() {
        let good = PerfectHand.result(PerfectHand.straight)
        var bad: [(HandPoints, HandPoints)] = [
            (HandPoints(), good.worldLandmarks), (good.landmarks, HandPoints()),
            (HandPoints { HandPoint(x: Float($0), y: Float($0), z: 0) }, good.worldLandmarks),
        ]
        for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            for index in 0..<21 {
                var points = good.landmarks
                points[index].x = value
                bad.append((points, good.worldLandmarks))
                points = good.worldLandmarks
                points[index].z = value
                bad.append((good.landmarks, points))
            }
        }
        for (landmarks, world) in bad {
            var hand = HandResult(
                landmarks: landmarks, worldLandmarks: world, presence: 1, rightProbability: 1,
                rectangle: good.rectangle)
            Self.stage.fit(&hand)
            if let points = hand.skeletonLandmarks {
                // Numbers that are merely huge may still give a hand, which is then a whole one.
                for index in 0..<21 { #expect(points[index].vector.sum().isFinite) }
            }
        }
        for (landmarks, world) in bad.prefix(3) {
            var hand = HandResult(
                landmarks: landmarks, worldLandmarks: world, presence: 1, rightProbability: 1,
                rectangle: good.rectangle)
            Self.stage.fit(&hand)
            #expect(hand.skeletonLandmarks == nil)
        }
    }

    /// The pipeline's hands have skeletons only if they are requested; with a camera, distances stay.
    @Test func leavesDistancesToTheCamera() throws {
        let picture = noisePicture(width: 320, height: 240)
        func hand(_ change: (inout HandPipelineOptions) -> Void) throws -> HandResult {
            let networks = FakeNetworks()
            networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
            let pipeline = try networks.pipeline(change)
            return try #require(try picture.withView { try pipeline.detect($0) }.hands.first)
        }
        let metric = MetricOptions(camera: .fieldOfView(degrees: 60))
        let usual = try hand { $0.metric = metric }
        let found = try hand {
            $0.metric = metric
            $0.skeleton = SkeletonOptions()
        }
        #expect(usual.skeletonLandmarks == nil)
        let (before, after) = (try #require(usual.metric), try #require(found.metric))
        #expect(before.position == after.position && before.pinchAperture == after.pinchAperture)
        #expect(before.distanceUncertainty == after.distanceUncertainty && before.points != after.points)
        let points = try #require(found.skeletonLandmarks)
        for (start, end) in PerfectHand.bones {
            let length = points[start].length(to: points[end])
            #expect(abs(after.points[start].length(to: after.points[end]) - length) < 1e-6)
        }
        let middle = [0, 5, 17].reduce(SIMD3<Double>.zero) { $0 + after.points[$1].vector / 3 }
        let away = middle - after.position.vector
        #expect((away * away).sum() < 1e-12)
        // In a pipeline that follows hands, single images have skeletons, too.
        let alone = try hand {
            $0.skeleton = SkeletonOptions()
            $0.tracking.identifiesHands = true
        }
        #expect(alone.metric == nil && alone.skeletonLandmarks != nil && alone.landmarks == usual.landmarks)
    }
}
