import Foundation
import TegataHands
import TegataTestSupport
import Testing

@Suite struct HandJointsTests {
    /// The axes of a bone, in a right hand's palm coordinates.
    private struct Axes {
        var across = SIMD3<Double>(1, 0, 0)
        var along = SIMD3<Double>(0, 1, 0)
        var inward = SIMD3<Double>(0, 0, 1)

        func turned(about axis: SIMD3<Double>, _ angle: Double) -> Axes {
            Axes(
                across: across.turned(about: axis, angle), along: along.turned(about: axis, angle),
                inward: inward.turned(about: axis, angle))
        }

        /// Returns the axes after three turns, by the definition of the angles: each turn is about an axis that the
        /// turn before has moved.
        func bent(_ flexion: Double, _ abduction: Double, _ twist: Double) -> Axes {
            var axes = turned(about: across, flexion)
            axes = axes.turned(about: axes.inward, -abduction)
            return axes.turned(about: axes.along, twist)
        }
    }

    /// A hand with known angles, in metres and in the palm's coordinates.
    private struct Skeleton {
        static let knuckles: [SIMD3<Double>] = [
            SIMD3(0.0265, 0.019, 0.0075), SIMD3(0.0210, 0.0875, 0), SIMD3(0, 0.0895, 0), SIMD3(-0.02, 0.084, 0),
            SIMD3(-0.0375, 0.0745, 0),
        ]
        static let lengths: [[Double]] = [
            [0.04, 0.0335, 0.025], [0.043, 0.025, 0.019], [0.048, 0.029, 0.02], [0.044, 0.0275, 0.02],
            [0.0345, 0.02, 0.0175],
        ]

        var points = [SIMD3<Double>](repeating: .zero, count: 21)
        var axes: [[Axes]] = []

        /// Creates a hand from three angles for each of its 15 joints.
        init(_ angles: [SIMD3<Double>]) {
            for finger in 0..<5 {
                points[1 + 4 * finger] = Self.knuckles[finger]
                var current = Axes()
                if finger == 0 { current = Axes(across: current.inward, along: current.along, inward: -current.across) }
                axes.append([])
                for bone in 0..<3 {
                    var bend = angles[3 * finger + bone]
                    if finger > 2, bone == 0 { bend.y = -bend.y }
                    current = current.bent(bend.x, bend.y, bend.z)
                    axes[finger].append(current)
                    points[2 + 4 * finger + bone] =
                        points[1 + 4 * finger + bone] + current.along * Self.lengths[finger][bone]
                }
            }
        }
    }

    /// The rotation (and mirroring, for a left hand) of a skeleton in an image.
    private struct Shown {
        let isRight: Bool
        let axis: SIMD3<Double>
        let angle: Double

        init(_ random: inout SplitMix64) {
            isRight = random.next() % 2 == 0
            axis = SIMD3(random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5).unit
            angle = random.unit() * 2 * .pi
        }

        func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
            // Converts axes that point up and towards the camera to the image's axes.
            var vector = SIMD3(vector.x, -vector.y, -vector.z).turned(about: axis, angle)
            if !isRight { vector.x = -vector.x }
            return vector
        }

        func points(_ skeleton: Skeleton) -> HandPoints {
            HandPoints { index in
                let point = self(skeleton.points[index]) + SIMD3(0.01, 0.02, 0.03)
                return HandPoint(x: Float(point.x), y: Float(point.y), z: Float(point.z))
            }
        }
    }

    /// Returns angles within anatomical ranges: fingers twist by up to 10°, and only knuckles lean sideways.
    private func randomAngles(_ random: inout SplitMix64) -> [SIMD3<Double>] {
        func between(_ low: Double, _ high: Double) -> Double { (low + (high - low) * random.unit()) * .pi / 180 }
        return (0..<15).map { joint in
            switch joint {
            case 0: SIMD3(between(-60, 10), between(0, 50), between(-30, 10))
            case 1: SIMD3(between(-10, 60), 0, 0)
            case 2: SIMD3(between(-20, 85), 0, 0)
            case 3, 6, 9, 12: SIMD3(between(-30, 95), between(-20, 20), between(-10, 10))
            case 4, 7, 10, 13: SIMD3(between(-5, 110), 0, 0)
            default: SIMD3(between(-10, 80), 0, 0)
            }
        }
    }

    private static let bent: [HandLandmark] = HandLandmark.allCases.filter { $0.rawValue % 4 != 0 && $0 != .wrist }

    private func angles(_ joints: HandJoints) -> [SIMD3<Double>] {
        // Fingertips and the wrist have no angles.
        HandLandmark.allCases.compactMap { joints[$0] }.map {
            SIMD3(Double($0.flexion), Double($0.abduction), Double($0.twist))
        }
    }

    @Test func findsKnownAnglesAtAnyRotation() {
        var random = SplitMix64(seed: 1)
        var (worst, worstLean, worstTurn, worstPoint) = (0.0, 0.0, 0.0, 0.0)
        for _ in 0..<2000 {
            let truth = randomAngles(&random)
            let skeleton = Skeleton(truth)
            let shown = Shown(&random)
            let points = shown.points(skeleton)
            let joints = HandJoints(points, isRight: shown.isRight, confidence: 1)
            let found = angles(joints)
            #expect(found.count == 15)
            for joint in 3..<15 {
                worst = max(worst, abs(found[joint].x - truth[joint].x))
                let lean = abs(found[joint].y - truth[joint].y)
                // The twist of a nearly straight finger is unknown, so part of it appears as a lean of its joints.
                if joint % 3 == 0 { worst = max(worst, lean) } else { worstLean = max(worstLean, lean) }
            }
            // The thumb's plane is a choice, so its angles depend on the twist. Compares only the direction of the
            // metacarpal, and how much the other joints bend.
            for axis in 0..<2 { worst = max(worst, abs(found[0][axis] - truth[0][axis])) }
            for joint in 1..<3 {
                let bend = acos(min(cos(found[joint].x) * cos(found[joint].y), 1))
                worst = max(worst, abs(bend - abs(truth[joint].x)))
            }
            // Rebuilds the hand from the angles that were found.
            let again = shown.points(Skeleton(found))
            for index in 0..<21 { worstPoint = max(worstPoint, again[index].distance(to: points[index]) / 0.19) }
            // −Z points along the bone, and local rotations lead from each joint to the next.
            for finger in 0..<5 {
                for bone in 0..<3 {
                    let joint = joints.skeleton[finger == 0 ? 2 + bone : 2 + 5 * finger + bone]
                    let along = shown(skeleton.axes[finger][bone].along)
                    let direction = joint.orientation.turned(SIMD3(0, 0, -1))
                    worstTurn = max(worstTurn, (direction - SIMD3(along.x, -along.y, -along.z)).size)
                }
            }
            for joint in 0..<HandSkeleton.count {
                guard let parent = HandSkeleton.parent(of: joint) else { continue }
                let product = joints.skeleton[parent].orientation * joints.skeleton[joint].localOrientation
                worstTurn = max(worstTurn, product.distance(to: joints.skeleton[joint].orientation))
            }
        }
        #expect(worst < 1e-3)
        #expect(worstLean < 0.015)
        #expect(worstTurn < 1e-3)
        #expect(worstPoint < 1e-5)
    }

    /// The fingers of rendered hands bend about an axis that leans, and are spread before they are bent.
    @Test func findsTheAnglesOfRenderedFingers() {
        var random = SplitMix64(seed: 2)
        let lean = [-0.1, -0.02, 0.1, 0.2]
        for _ in 0..<500 {
            var skeleton = Skeleton(randomAngles(&random))
            var truth = [[Double]]()
            for finger in 0..<4 {
                let spread = (random.unit() - 0.5) * 0.5
                let flexions = [random.unit() * 1.55, random.unit() * 1.9, random.unit() * 1.2]
                truth.append(flexions)
                let ahead = SIMD3(sin(spread), cos(spread), 0)
                let front = (SIMD3(0, 0, 1) + SIMD3(cos(spread), -sin(spread), 0) * lean[finger]).unit
                var total = 0.0
                for bone in 0..<3 {
                    total += flexions[bone]
                    let place = 5 + 4 * finger + bone
                    skeleton.points[place + 1] =
                        skeleton.points[place] + (ahead * cos(total) + front * sin(total))
                        * Skeleton.lengths[finger + 1][bone]
                }
            }
            let shown = Shown(&random)
            let found = angles(HandJoints(shown.points(skeleton), isRight: shown.isRight, confidence: 1))
            for finger in 0..<4 {
                for joint in 1..<3 {
                    #expect(abs(found[3 * (finger + 1) + joint].x - truth[finger][joint]) < 1e-3)
                }
            }
        }
    }

    @Test func distinguishesExtendedFromCurledFingersAtAnyRotation() {
        func bent(_ degrees: Double...) -> [SIMD3<Double>] {
            stride(from: 0, to: degrees.count, by: 2).map { SIMD3(degrees[$0], degrees[$0 + 1], 0) * .pi / 180 }
        }
        let thumb = [bent(-20, 50, 45, 0, 40, 0), bent(-50, 20, 15, 0, 8, 0)]
        let finger = [bent(84, 0, 98, 0, 62, 0), bent(4, 3, 7, 0, 4, 0)]
        var random = SplitMix64(seed: 3)
        for number in 0..<320 {
            // Each bit of the number is a finger.
            let skeleton = Skeleton((0..<5).flatMap { ($0 == 0 ? thumb : finger)[number >> $0 & 1] })
            let shown = Shown(&random)
            let joints = HandJoints(shown.points(skeleton), isRight: shown.isRight, confidence: 1)
            for index in 0..<5 {
                let isUp = number >> index & 1 == 1
                #expect(joints.fingers[index].state == (isUp ? .extended : .curled), "\(number) \(index)")
                #expect(joints.fingers[index].confidence > 0.9)
                #expect(isUp ? joints.fingers[index].curl < 0.3 : joints.fingers[index].curl > 0.7)
                #expect(isUp || joints.visibility[4 + 4 * index] == 0)
            }
            #expect(joints.extendedFingerCount == (number % 32).nonzeroBitCount)
        }
    }

    @Test func keepsSignsOfQuaternionsContinuous() {
        let skeleton = Skeleton([SIMD3<Double>](repeating: SIMD3(0.2, 0, 0), count: 15))
        var tracks = HandTracks()
        let options = HandPipelineOptions()
        var last: HandJoints?
        // Turns twice about an axis that differs from all axes of the hand.
        for step in 0..<144 {
            let points = HandPoints { index in
                let point = skeleton.points[index]
                let turned = SIMD3(point.x, -point.y, -point.z).turned(
                    about: SIMD3(0.36, 0.48, 0.8), Double(step) * .pi / 36)
                return HandPoint(x: Float(turned.x), y: Float(turned.y), z: Float(turned.z))
            }
            let landmarks = HandPoints {
                HandPoint(x: 0.5 + points[$0].x, y: 0.5 + points[$0].y, z: points[$0].z)
            }
            var hands = [
                HandResult(
                    landmarks: landmarks, worldLandmarks: points, presence: 1, rightProbability: 1,
                    rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.5, rotation: 0))
            ]
            tracks.update(
                &hands, milliseconds: 33 * step, size: PixelSize(width: 480, height: 480), options: options)
            let joints = hands[0].joints
            if let last {
                for joint in 0..<HandSkeleton.count {
                    let (old, new) = (last.skeleton[joint].orientation, joints.skeleton[joint].orientation)
                    #expect(old.x * new.x + old.y * new.y + old.z * new.z + old.w * new.w > 0.999, "\(step) \(joint)")
                }
            }
            last = joints
        }
    }

    /// An upright right hand that shows its palm.
    private static let openHand: HandPoints = {
        let skeleton = Skeleton([SIMD3<Double>](repeating: .zero, count: 15))
        return HandPoints { index in
            let point = skeleton.points[index]
            return HandPoint(x: Float(point.x), y: Float(-point.y), z: Float(-point.z))
        }
    }()

    @Test func usesTheAxesOfOpenXR() {
        let points = Self.openHand
        let joints = HandJoints(points, isRight: true, confidence: 0.9)
        #expect(joints.confidence == 0.9)
        let wrist = joints.skeleton[1].orientation
        #expect((wrist.turned(SIMD3(0, 0, -1)) - SIMD3(0, 1, 0)).size < 1e-6)
        #expect((wrist.turned(SIMD3(0, 1, 0)) - SIMD3(0, 0, -1)).size < 1e-6)
        #expect((wrist.turned(SIMD3(1, 0, 0)) - SIMD3(-1, 0, 0)).size < 1e-6)
        #expect(joints.skeleton[10].position.distance(to: HandPoint(x: 0.021, y: 0.1745, z: 0)) < 1e-6)
        #expect(joints.skeleton[0].position.distance(to: HandPoint(x: 0, y: 0.04475, z: 0)) < 1e-6)
        #expect(joints.extendedFingerCount == 5)
        #expect(joints.grabStrength == 0)
        #expect(joints.pointingRay.direction.distance(to: HandPoint(x: 0, y: 1, z: 0)) < 1e-6)
        // Joints that are landmarks keep their positions.
        var landmarks: [HandLandmark] = []
        for joint in 0..<HandSkeleton.count {
            guard let landmark = HandSkeleton.landmark(of: joint) else { continue }
            landmarks.append(landmark)
            let point = points[Int(landmark.rawValue)]
            #expect(joints.skeleton[joint].position == HandPoint(x: point.x, y: -point.y, z: -point.z))
        }
        #expect(landmarks == HandLandmark.allCases)
        #expect([0, 6, 11, 16, 21].allSatisfy { HandSkeleton.landmark(of: $0) == nil })
    }

    /// A camera corrects the palm's place, rotation and size, and leaves the fingers to the mean of both point sets.
    @Test func turnsFingersWithThePalmInSpace() throws {
        var random = SplitMix64(seed: 4)
        let camera = CameraIntrinsics(fieldOfViewDegrees: 60, width: 480, height: 480)
        for _ in 0..<50 {
            let shown = Shown(&random)
            let points = shown.points(Skeleton(randomAngles(&random)))
            func hand(_ points: HandPoints) -> HandResult {
                HandResult(
                    landmarks: points, worldLandmarks: points, presence: 1, rightProbability: shown.isRight ? 1 : 0,
                    rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.5, rotation: 0))
            }
            let without = hand(points).joints
            // Another rotation, and straight fingers, which must not count.
            var turned = Shown(&random)
            while turned.isRight != shown.isRight { turned = Shown(&random) }
            let straight = turned.points(Skeleton([SIMD3<Double>](repeating: .zero, count: 15)))
            let places = HandPoints {
                HandPoint(x: 2 * straight[$0].x, y: 2 * straight[$0].y, z: 2 * straight[$0].z + 1)
            }
            let metric = MetricHand(
                points: places, distanceUncertainty: 0, camera: camera, isShownAsRight: shown.isRight)
            var seen = hand(points)
            seen.metric = metric
            let found = seen.joints
            for (angle, other) in zip(angles(found), angles(without)) { #expect((angle - other).size < 1e-4) }
            let palm = HandJoints(places, isRight: shown.isRight, confidence: 1)
            #expect(found.skeleton[1].position.distance(to: palm.skeleton[1].position) < 1e-6)
            #expect(found.skeleton[1].orientation.distance(to: palm.skeleton[1].orientation) < 1e-4)
            #expect(abs(found.pinches[0].distance / without.pinches[0].distance - 2) < 1e-3)
            // Without a palm in the landmarks, the points in space are all there is.
            var blind = hand(HandPoints())
            blind.metric = metric
            #expect(angles(blind.joints) == angles(palm))
        }
    }

    @Test func returnsNoJointsForInvalidHands() {
        let good = Self.openHand
        var bad = [HandPoints(), HandPoints { HandPoint(x: Float($0), y: Float($0), z: 0) }]
        for value in [Float.nan, .infinity, -.infinity] {
            bad.append(good)
            bad[bad.count - 1][17].z = value
        }
        bad.append(good)
        bad[bad.count - 1][8] = good[7]
        for points in bad {
            let joints = HandJoints(points, isRight: true, confidence: 1)
            #expect(joints.confidence == 0 && joints.extendedFingerCount == 0)
            #expect(angles(joints).allSatisfy { $0 == .zero })
            for index in 0..<HandSkeleton.count {
                let joint = joints.skeleton[index]
                #expect(joint.position == HandPoint(x: 0, y: 0, z: 0) && joint.orientation == .identity)
            }
            #expect((0..<21).allSatisfy { joints.visibility[$0] == 0 })
        }
        // Seen from the edge, the palm is a line in the image but still a plane in space.
        let edge = HandPoints { HandPoint(x: good[$0].z, y: good[$0].y, z: -good[$0].x) }
        #expect(HandJoints(edge, isRight: true, confidence: 1).confidence == 1)
    }
}

extension SIMD3<Double> {
    fileprivate var size: Double { (x * x + y * y + z * z).squareRoot() }
    fileprivate var unit: SIMD3<Double> { self / size }

    fileprivate func turned(about axis: SIMD3<Double>, _ angle: Double) -> SIMD3<Double> {
        let across = SIMD3(axis.y * z - axis.z * y, axis.z * x - axis.x * z, axis.x * y - axis.y * x)
        return self * cos(angle) + across * sin(angle) + axis * ((axis * self).sum() * (1 - cos(angle)))
    }
}

extension HandPoint {
    fileprivate func distance(to other: HandPoint) -> Double {
        SIMD3(Double(x - other.x), Double(y - other.y), Double(z - other.z)).size
    }
}

extension Quaternion {
    fileprivate func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let pure = Quaternion(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z), w: 0)
        let turned = self * pure * inverse
        return SIMD3(Double(turned.x), Double(turned.y), Double(turned.z))
    }

    fileprivate func distance(to other: Quaternion) -> Double {
        Double(max(abs(x - other.x), abs(y - other.y), abs(z - other.z), abs(w - other.w)))
    }
}

extension SplitMix64 {
    /// Returns a number from 0 up to, but not including, 1.
    fileprivate mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
