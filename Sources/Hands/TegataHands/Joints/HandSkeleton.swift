/// A joint of OpenXR's hand skeleton.
public struct SkeletonJoint: Sendable, Equatable {
    /// The position in metres to the right, up and towards the camera, with the same origin as the hand's points.
    public var position = HandPoint(x: 0, y: 0, z: 0)
    /// The orientation in the same axes; −Z points to the tip and +Y out of the back of the hand.
    public var orientation = Quaternion.identity
    /// The orientation relative to the preceding joint.
    public var localOrientation = Quaternion.identity
    /// The distance from the joint to the skin in metres, for an average hand of this size.
    public var radius: Float = 0
}

/// The 26 joints of OpenXR's hands, in its order: the palm, the wrist, four joints of the thumb, then five for each
/// finger from its metacarpal bone to the tip. WebXR's 25 joints are the ones from the wrist on.
public struct HandSkeleton: Sendable {
    /// The number of joints of a hand.
    public static let count = 26

    private var joints = [26 of SkeletonJoint](repeating: SkeletonJoint())

    /// Creates a skeleton with all joints at the origin, without rotation.
    init() {}

    /// The joint with this index in OpenXR's order.
    public subscript(index: Int) -> SkeletonJoint { joints[index] }

    /// Returns a joint's landmark; nil for the palm and the metacarpals of four fingers, which are inferred.
    public static func landmark(of joint: Int) -> HandLandmark? {
        switch joint {
        case 1...5: HandLandmark(rawValue: UInt(joint - 1))
        case 6..<count where (joint - 6) % 5 != 0:
            HandLandmark(rawValue: UInt(4 + (joint - 6) / 5 * 4 + (joint - 6) % 5))
        default: nil
        }
    }

    /// Returns the joint that precedes another one; nil for the wrist.
    public static func parent(of joint: Int) -> Int? {
        switch joint {
        case 1: nil
        case 0, 2, 6, 11, 16, 21: 1
        default: joint - 1
        }
    }

    /// The names of the joints in files.
    package static let names: [String] = [
        "palm", "wrist",
        "thumb_metacarpal", "thumb_proximal", "thumb_distal", "thumb_tip",
        "index_metacarpal", "index_proximal", "index_intermediate", "index_distal", "index_tip",
        "middle_metacarpal", "middle_proximal", "middle_intermediate", "middle_distal", "middle_tip",
        "ring_metacarpal", "ring_proximal", "ring_intermediate", "ring_distal", "ring_tip",
        "little_metacarpal", "little_proximal", "little_intermediate", "little_distal", "little_tip",
    ]

    /// Creates the skeleton from the points of a right hand, or of a mirrored left hand. `sign` determines the sign of
    /// the wrist's quaternion.
    init(_ points: [21 of SIMD3<Double>], palm: BoneFrame, fingers: [5 of FingerFrames], isRight: Bool, sign: Float) {
        // The size relative to the hand to which these radii belong.
        let size = (points[9] - points[0]).length / 0.0895
        func add(_ joint: Int, _ position: SIMD3<Double>, _ frame: BoneFrame, radius: Double) {
            var orientation = frame.orientation(isRight: isRight)
            var parent = Quaternion.identity
            if let before = Self.parent(of: joint) {
                parent = joints[before].orientation
                // Rotations relative to the preceding joint are less than half a turn, so signs follow the wrist's.
                if orientation.dot(parent) < 0 { orientation = orientation.negated }
            } else if sign < 0 {
                orientation = orientation.negated
            }
            joints[joint] = SkeletonJoint(
                position: HandPoint(position.openXR(isRight: isRight)), orientation: orientation,
                localOrientation: parent.inverse * orientation, radius: Float(radius * size))
        }
        add(1, points[0], palm, radius: 0.0185)
        add(0, (points[0] + points[9]) / 2, palm, radius: 0.0135)
        for bone in 0..<4 {
            add(2 + bone, points[1 + bone], fingers[0].bones[min(bone, 2)], radius: Self.thumbRadii[bone])
        }
        for finger in 1..<5 {
            let (first, knuckle) = (1 + 5 * finger, 1 + 4 * finger)
            let way = points[knuckle] - points[0]
            let straight = palm.along * way.dot(palm.along)
            // Carpal bones take up a quarter of the way to the knuckles, and the metacarpals fan out from half of the
            // width.
            let base = points[0] + straight / 4 + (way - straight) / 2
            add(first, base, palm.pointing(along: points[knuckle] - base), radius: 0.012)
            for bone in 0..<4 {
                add(
                    first + 1 + bone, points[knuckle + bone], fingers[finger].bones[min(bone, 2)],
                    radius: Self.fingerRadii[bone] * Self.girths[finger - 1])
            }
        }
    }

    /// The radii in metres, measured on the flesh of the rendered hands.
    private static let thumbRadii: [4 of Double] = [0.0145, 0.0114, 0.0098, 0.008]
    private static let fingerRadii: [4 of Double] = [0.0104, 0.0092, 0.008, 0.0062]
    private static let girths: [4 of Double] = [1.02, 1.05, 1, 0.88]
}
