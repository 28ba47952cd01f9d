import TegataHands
import TegataTestSupport
import Testing

@Suite struct SkeletonTests {
    private static let size = PixelSize(width: 640, height: 480)
    private static let camera = CameraIntrinsics(focalX: 600, focalY: 600, centerX: 320, centerY: 240)
    private static let shape = HandShape.typical

    /// A straight right hand half a metre away that shows its palm.
    private static let straight: [21 of SIMD3<Double>] = {
        var points = [21 of SIMD3<Double>](repeating: SIMD3(0, 0.06, 0.5))
        for finger in 0..<5 {
            for joint in 0..<4 {
                let (x, y) = finger == 0 ? (0.026, 0.03) : (0.021 - 0.019 * Double(finger - 1), 0.088)
                points[1 + 4 * finger + joint] = SIMD3(
                    x + (finger == 0 ? 0.02 * Double(joint) : 0), 0.06 - y - 0.025 * Double(joint), 0.5)
            }
        }
        return points
    }()

    /// Returns the points of a random hand with plausible angles in front of the camera.
    private static func randomHand(_ random: inout SplitMix64) throws -> [21 of SIMD3<Double>] {
        let seen = try #require(sight(result(straight)))
        var pose = try #require(seen.start(shape))
        for finger in 0..<5 {
            for angle in 0..<6 {
                pose.angles[6 * finger + angle] = finger == 0 ? 0.3 * random.signed() : 0.1 * random.signed()
            }
            guard finger > 0 else { continue }
            let curl = 0.7 + 0.6 * random.signed()
            for angle in 1..<4 { pose.angles[6 * finger + angle] = curl * [0, 1, 1, 0.6][angle] }
            pose.angles[6 * finger + 5] = 0
        }
        let changes: [6 of Double] = [
            random.signed(), random.signed(), 1.5 * random.signed(), 0.2 * random.signed(), 0.2 * random.signed(),
            0.4 * random.signed(),
        ]
        return pose.changed(changes, [30 of Double](repeating: 0)).points(shape)
    }

    private static func sight(_ hand: HandResult) -> SkeletonSight? {
        SkeletonSight(
            landmarks: hand.landmarks, world: hand.worldLandmarks, isRight: hand.handedness == .right, camera, size)
    }

    /// Returns a hand as a perfect network would find it; left hands are mirrored.
    private static func result(_ points: [21 of SIMD3<Double>], isRight: Bool = true) -> HandResult {
        let side = isRight ? 1.0 : -1.0
        let landmarks = HandPoints { index in
            let point = points[index]
            return HandPoint(
                x: Float(side * point.x / point.z * 600 + 320) / 640, y: Float(point.y / point.z * 600 + 240) / 480,
                z: Float((point.z - points[0].z) / points[0].z * 600) / 640)
        }
        let world = HandPoints { index in
            let point = points[index] - points[9]
            return HandPoint(x: Float(side * point.x), y: Float(point.y), z: Float(point.z))
        }
        return HandResult(
            landmarks: landmarks, worldLandmarks: world, presence: 1, rightProbability: isRight ? 1 : 0,
            rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.5, rotation: 0))
    }

    private static let stage = SkeletonStage(size, .intrinsics(camera), palmWidth: 0.06)

    /// The pairs of points between which a bone lies, and those of the rigid palm.
    private static let bones: [(Int, Int)] =
        (0..<5).flatMap { finger in (1...3).map { (4 * finger + $0, 4 * finger + $0 + 1) } }
        + [0, 1, 5, 9, 13, 17].flatMap { one in [0, 1, 5, 9, 13, 17].filter { $0 > one }.map { (one, $0) } }

    @Test func keepsTheLengthsOfBones() throws {
        var random = SplitMix64(seed: 1)
        var (shortest, longest) = ([Double](repeating: 1, count: 30), [Double](repeating: 0, count: 30))
        for number in 0..<100 {
            var hand = Self.result(try Self.randomHand(&random), isRight: number % 2 == 0)
            Self.stage.fit(&hand)
            let points = try #require(hand.skeletonLandmarks)
            for (bone, (start, end)) in Self.bones.enumerated() {
                let length = points[start].distance(to: points[end])
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
            let truth = try Self.randomHand(&random)
            var hand = Self.result(truth)
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
            let seen = try #require(Self.sight(Self.result(try Self.randomHand(&random))))
            let fit = try #require(SkeletonFit(seen, Self.shape, steps: 60))
            let start = try #require(SkeletonFit(seen, Self.shape, steps: 0))
            let (least, first) = (fit.equations(fit.pose).cost, start.equations(start.pose).cost)
            #expect(least < first)
            let little = 1e-4
            for unknown in 0..<36 {
                func cost(_ change: Double) -> Double {
                    var palm = [6 of Double](repeating: 0)
                    var angles = [30 of Double](repeating: 0)
                    if unknown < 6 { palm[unknown] = change } else { angles[unknown - 6] = change }
                    return fit.equations(fit.pose.changed(palm, angles)).cost
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
            let truth = try Self.randomHand(&random)
            func skeleton(isRight: Bool) throws -> HandPoints {
                var hand = Self.result(truth, isRight: isRight)
                Self.stage.fit(&hand)
                return try #require(hand.skeletonLandmarks)
            }
            let right = try skeleton(isRight: true)
            #expect(try skeleton(isRight: true) == right)
            let left = try skeleton(isRight: false)
            for index in 0..<21 {
                let mirrored = HandPoint(x: -left[index].x, y: left[index].y, z: left[index].z)
                #expect(mirrored.distance(to: right[index]) < 1e-4)
            }
        }
    }

    @Test func needsNoCamera() throws {
        var random = SplitMix64(seed: 5)
        let unknown = SkeletonStage(Self.size)
        for _ in 0..<50 {
            var (hand, other) = (Self.result(try Self.randomHand(&random)), Self.result(Self.straight))
            other = hand
            Self.stage.fit(&hand)
            unknown.fit(&other)
            for finger in 0..<5 {
                #expect(abs(hand.joints.fingers[finger].curl - other.joints.fingers[finger].curl) < 0.1)
            }
        }
    }

    @Test func hasNoSkeletonForPointsThatAreNoHand() {
        let good = Self.result(Self.straight)
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
        for (start, end) in Self.bones {
            let length = points[start].distance(to: points[end])
            #expect(abs(after.points[start].distance(to: after.points[end]) - length) < 1e-6)
        }
        let middle = [0, 5, 17].reduce(SIMD3<Double>.zero) { $0 + after.points[$1].vector / 3 }
        let away = middle - after.position.vector
        #expect((away * away).sum() < 1e-12)
        let alone = try hand { $0.skeleton = SkeletonOptions() }
        #expect(alone.metric == nil && alone.skeletonLandmarks != nil && alone.landmarks == usual.landmarks)
    }
}

extension HandPoint {
    fileprivate var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }

    fileprivate func distance(to other: HandPoint) -> Double {
        let way = vector - other.vector
        return (way * way).sum().squareRoot()
    }
}

extension SplitMix64 {
    /// Returns a number between −1 and 1.
    fileprivate mutating func signed() -> Double { Double(next() >> 11) * 0x1p-52 - 1 }
}
