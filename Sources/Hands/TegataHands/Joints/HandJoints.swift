/// The angles of a hand's joints, the orientations of its bones, the poses of its fingers, and the visibility of its
/// points.
///
/// All values are purely geometric. They are computed from the mean of a hand's world landmarks and its landmarks in the
/// image, which a known camera turns, moves and scales to the palm in space; or from its skeleton, if requested. If the
/// points do not form a hand, because a coordinate is not a number or the palm is a line, the confidence is 0 and the
/// other values are meaningless.
public struct HandJoints: Sendable {
    /// The confidence in the other values: the hand's presence, or 0 if its points do not form a hand.
    public private(set) var confidence: Float = 0
    /// The angles of three joints for each finger, starting with the thumb: its base, its middle joint and the one
    /// before the tip.
    package private(set) var bends = [15 of JointAngles](repeating: JointAngles())
    /// The poses of the fingers, from the thumb to the little finger.
    public private(set) var fingers = [5 of FingerPose](repeating: FingerPose())
    /// OpenXR's joints, with the orientations of the palm and of all bones.
    public private(set) var skeleton = HandSkeleton()
    /// The visibility of each landmark, from 0 to 1. It estimates which points are hidden behind the palm or another
    /// finger, or in the palm.
    public private(set) var visibility = [21 of Float](repeating: 0)
    /// The pinches between the thumb and each other finger, starting with the index finger.
    public private(set) var pinches = [4 of Pinch](repeating: Pinch())
    /// The strength of a grab, from 0 for an open hand to 1 for a fist.
    public private(set) var grabStrength: Float = 0
    /// The ray along which the index finger points, starting at its knuckle, in the axes of ``skeleton``; the direction
    /// has length 1.
    public private(set) var pointingRay = Ray()

    /// A pinch between the thumb and another finger.
    public struct Pinch: Sendable, Equatable {
        /// The strength, from 0 for a finger far from the thumb to 1 for one that touches it.
        public internal(set) var strength: Float = 0
        /// The distance between the tips, in metres.
        public internal(set) var distance: Float = 0
    }

    /// A half-line.
    public struct Ray: Sendable, Equatable {
        /// The start of the ray.
        public internal(set) var origin = HandPoint(x: 0, y: 0, z: 0)
        /// The direction of the ray.
        public internal(set) var direction = HandPoint(x: 0, y: 0, z: -1)
    }

    /// The names of the fingers in files.
    package static let fingerNames = ["thumb", "index", "middle", "ring", "little"]

    /// The number of extended fingers, including the thumb.
    public var extendedFingerCount: Int {
        var count = 0
        for index in 0..<5 where fingers[index].state == .extended { count += 1 }
        return count
    }

    /// The angles of a joint; nil for the wrist and for tips, because no finger bone follows them.
    public subscript(landmark: HandLandmark) -> JointAngles? {
        let place = landmark.index - 1
        return Self.canBend(landmark) ? bends[place / 4 * 3 + place % 4] : nil
    }

    /// Whether a finger bone follows the landmark.
    package static func canBend(_ landmark: HandLandmark) -> Bool { landmark.index % 4 != 0 }

    /// Creates the joints from a hand's points in space, in the image's axes, and from the points that the image shows,
    /// with the same unit for all axes. `isRight` says which hand the image shows; `sign` determines the sign of the
    /// wrist's quaternion.
    package init(
        _ found: HandPoints, shown: HandPoints? = nil, isRight: Bool, confidence: Float, sign: Float = 1
    ) {
        guard let points = found.asRightHand(isRight), let palm = BoneFrame(palm: points),
            let seen = (shown ?? found).asRightHand(isRight)
        else { return }
        var frames = [5 of FingerFrames](repeating: FingerFrames(palm))
        for finger in 0..<5 {
            guard let bent = FingerFrames(finger, of: points, palm: palm) else { return }
            frames[finger] = bent
        }
        self.confidence = confidence
        for finger in 0..<5 {
            for joint in 0..<3 { bends[3 * finger + joint] = frames[finger].angles[joint] }
            // The ring and little fingers lean away from the middle finger in the other direction.
            if finger > 2 { bends[3 * finger].abduction = -bends[3 * finger].abduction }
        }
        skeleton = HandSkeleton(points, palm: palm, fingers: frames, isRight: isRight, sign: sign)
        fingers = FingerPose.fingers(points, seen: seen, frames)
        visibility = PointVisibility(points, fingers: fingers).values
        let length = (points[9] - points[0]).length
        for finger in 0..<4 {
            let distance = (points[8 + 4 * finger] - points[4]).length
            pinches[finger].distance = Float(distance)
            // Tips are points inside the fingers, so the tips of touching fingers are a fifth of the palm's length
            // apart.
            pinches[finger].strength = Float(min(max((0.65 - distance / length) / 0.45, 0), 1))
        }
        for finger in 1..<5 { grabStrength += fingers[finger].curl / 4 }
        pointingRay.origin = skeleton[7].position
        if let direction = (points[8] - points[5]).direction {
            pointingRay.direction = HandPoint(direction.openXR(isRight: isRight))
        }
    }
}

extension HandResult {
    /// The points' joint angles, finger poses and visibility. Every access computes them anew.
    public var joints: HandJoints {
        HandJoints(
            pointsInSpace, shown: skeletonLandmarks == nil ? shownPoints : nil, isRight: isShownAsRight,
            confidence: min(max(presence, 0), 1), sign: orientationSign)
    }

    /// The wrist's orientation, with a non-negative real part; nil if the points do not form a palm.
    var wristOrientation: Quaternion? {
        pointsInSpace.asRightHand(isShownAsRight).flatMap { BoneFrame(palm: $0) }?
            .orientation(isRight: isShownAsRight)
    }

    /// The points in space: the mean of the network's points in the image and in metres, because the mean is more
    /// accurate than either. If there are metric points, their palm is more accurate, and carries the mean's fingers.
    /// A skeleton is more accurate than both.
    private var pointsInSpace: HandPoints {
        if let skeletonLandmarks { return metric?.points ?? skeletonLandmarks }
        let mean = worldLandmarks.mean(with: shownPoints)
        return metric.map { mean.placed(on: $0.points, isRight: isShownAsRight) } ?? mean
    }
    /// The landmarks with the same unit for all axes.
    private var shownPoints: HandPoints {
        HandPoints {
            HandPoint(x: landmarks[$0].x * aspectRatio, y: landmarks[$0].y, z: landmarks[$0].z * aspectRatio)
        }
    }
    /// Whether the image shows a right hand; a left hand in a mirrored image looks like one.
    var isShownAsRight: Bool { (handedness == .right) != isShownMirrored }
}

extension HandPoints {
    /// Returns the mean of these points and `others`, which are first moved and scaled to the same centre and size.
    fileprivate func mean(with others: HandPoints) -> HandPoints {
        let (middle, size) = middleAndSize
        let (otherMiddle, otherSize) = others.middleAndSize
        let scale = size / otherSize
        return HandPoints { index in
            HandPoint((SIMD3(self[index]) + middle + (SIMD3(others[index]) - otherMiddle) * scale) / 2)
        }
    }

    /// Returns these points, turned, moved and scaled so that the wrist, the axes and the length of their palm are those
    /// of another hand; that hand if one of both has no palm.
    fileprivate func placed(on other: HandPoints, isRight: Bool) -> HandPoints {
        guard let points = asRightHand(isRight), let places = other.asRightHand(isRight),
            let palm = BoneFrame(palm: points), let place = BoneFrame(palm: places)
        else { return other }
        let scale = (places[9] - places[0]).length / (points[9] - points[0]).length
        return HandPoints { index in
            let point = places[0] + place.vector(palm.components((points[index] - points[0]) * scale))
            return HandPoint(isRight ? point : SIMD3(-point.x, point.y, point.z))
        }
    }

    private var middleAndSize: (middle: SIMD3<Double>, size: Double) {
        var (sum, squares) = (SIMD3<Double>(), 0.0)
        for index in 0..<Self.count { sum += SIMD3(self[index]) }
        let middle = sum / Double(Self.count)
        for index in 0..<Self.count { squares += (SIMD3(self[index]) - middle).dot(SIMD3(self[index]) - middle) }
        return (middle, squares.squareRoot())
    }

    /// Returns the points as a right hand's points, mirroring left hands; nil if a coordinate is not a number.
    func asRightHand(_ isRight: Bool) -> [21 of SIMD3<Double>]? {
        var points = [21 of SIMD3<Double>](repeating: .zero)
        for index in 0..<Self.count {
            let point = self[index]
            guard point.isFinite else { return nil }
            points[index] = SIMD3(point)
            if !isRight { points[index].x = -points[index].x }
        }
        return points
    }
}
