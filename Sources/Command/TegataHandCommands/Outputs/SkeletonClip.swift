import TegataHands

/// How the skeleton of a hand stands in a frame: each joint against the one before it.
struct SkeletonPose {
    /// In metres, in the axes of the joint before; those of the wrist in the axes of ``HandSkeleton``.
    var places: [HandPoint] = []
    var turns: [Quaternion] = []

    init(_ skeleton: HandSkeleton) {
        for index in 0..<HandSkeleton.count {
            let joint = skeleton[index]
            turns.append(joint.localOrientation)
            guard let parent = HandSkeleton.parent(of: index).map({ skeleton[$0] }) else {
                places.append(joint.position)
                continue
            }
            let way = HandPoint(
                x: joint.position.x - parent.position.x, y: joint.position.y - parent.position.y,
                z: joint.position.z - parent.position.z)
            places.append(parent.orientation.inverse.turned(way))
        }
    }
}

/// The skeleton of a hand in the frames in which it is there.
struct SkeletonClip {
    let name: String
    /// In seconds, rising.
    var times: [Float] = []
    var poses: [SkeletonPose] = []

    /// The length of bones is what a network makes of it, a little different in each frame. Where the joints are on
    /// average: with the fingers straight, as nothing is turned.
    static func restPlaces(of poses: [SkeletonPose]) -> [HandPoint] {
        (0..<HandSkeleton.count).map { joint in
            var sum = SIMD3<Double>()
            for pose in poses {
                let place = pose.places[joint]
                sum += SIMD3(Double(place.x), Double(place.y), Double(place.z))
            }
            let mean = sum / Double(max(1, poses.count))
            return HandPoint(x: Float(mean.x), y: Float(mean.y), z: Float(mean.z))
        }
    }
}

extension Quaternion {
    /// The vector after the turn.
    func turned(_ vector: HandPoint) -> HandPoint {
        let result = self * Quaternion(x: vector.x, y: vector.y, z: vector.z, w: 0) * inverse
        return HandPoint(x: result.x, y: result.y, z: result.z)
    }
}
