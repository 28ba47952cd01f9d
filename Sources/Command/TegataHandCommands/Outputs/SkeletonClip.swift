import TegataHands

/// The pose of a hand's skeleton in a frame, with each joint relative to its parent.
struct SkeletonPose {
    /// The positions in metres, relative to the parent joint's axes; the wrist's position is relative to the axes of
    /// ``HandSkeleton``.
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

/// A hand's skeleton in all frames that contain the hand.
struct SkeletonClip {
    let name: String
    /// The times of the poses in seconds, in ascending order.
    var times: [Float] = []
    var poses: [SkeletonPose] = []

    /// Returns the mean position of each joint relative to its parent, because the network's bone lengths vary a little
    /// between frames. Because nothing is rotated, the fingers are straight.
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
    /// Returns the rotated vector.
    func turned(_ vector: HandPoint) -> HandPoint {
        let result = self * Quaternion(x: vector.x, y: vector.y, z: vector.z, w: 0) * inverse
        return HandPoint(x: result.x, y: result.y, z: result.z)
    }
}
