import TegataClassifiers
import TegataTraining

typealias Vector = SIMD3<Double>

func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
func unit(_ a: Vector) -> Vector { a / dot(a, a).squareRoot() }
func sin(_ degrees: Double) -> Double { sineAndCosine(degrees * Double.pi / 180).sine }
func cos(_ degrees: Double) -> Double { sineAndCosine(degrees * Double.pi / 180).cosine }

/// The joint angles of a hand in degrees.
struct HandPose {
    /// Azimuth and elevation of the thumb's bones.
    var thumb: [(Double, Double)]
    /// Abduction and the flexion of three joints, from the index finger on.
    var fingers: [[Double]]
    /// The rotation of the whole hand in the image.
    var rotation = 0.0

    static let straight: [[Double]] = [[9, 4, 6, 4], [1, 3, 6, 4], [-7, 4, 7, 4], [-17, 6, 8, 5]]
    static let curled: [[Double]] = [[3, 82, 98, 62], [1, 84, 100, 62], [-3, 86, 98, 62], [-7, 86, 94, 60]]
    static let hooked: [[Double]] = [[5, 8, 88, 55], [1, 8, 90, 55], [-5, 8, 88, 55], [-11, 8, 85, 52]]
    static let out = [(50.0, 20.0), (36, 12), (30, 8)]
    static let across = [(30.0, 50.0), (-14, 34), (-62, 4)]
    static let holds = [(24.0, 50.0), (-20, 34), (-58, 10)]
    static let side = [(58.0, 20.0), (54, 7), (48, 2)]

    init(thumb: [(Double, Double)], fingers: [[Double]], rotation: Double = 0) {
        self.thumb = thumb
        self.fingers = fingers
        self.rotation = rotation
    }

    /// Sets the fingers from `states`: s straight, c curled, h hooked.
    init(_ states: String, thumb: [(Double, Double)], rotation: Double = 0) {
        fingers = states.enumerated().map { index, state in
            state == "s" ? Self.straight[index] : state == "c" ? Self.curled[index] : Self.hooked[index]
        }
        self.thumb = thumb
        self.rotation = rotation
    }

    /// Returns a pose between this one and another.
    func mixed(_ other: HandPose, _ part: Double) -> HandPose {
        var result = self
        for bone in 0..<3 {
            result.thumb[bone].0 += part * (other.thumb[bone].0 - thumb[bone].0)
            result.thumb[bone].1 += part * (other.thumb[bone].1 - thumb[bone].1)
        }
        for finger in 0..<4 {
            for joint in 0..<4 {
                result.fingers[finger][joint] += part * (other.fingers[finger][joint] - fingers[finger][joint])
            }
        }
        result.rotation += part * (other.rotation - rotation)
        return result
    }
}

/// A person's hand: the lengths of the bones, and the person's way to hold a pose.
struct Person {
    var roots: [Vector] = [
        [2.65, 1.90, 0.75], [2.35, 8.75, 0], [0.25, 8.95, -0.15], [-1.75, 8.40, -0.05], [-3.50, 7.45, 0.25],
    ]
    var bones: [[Double]] = [
        [4.0, 3.35, 2.50], [4.3, 2.5, 1.90], [4.8, 2.9, 2.00], [4.4, 2.75, 2.00], [3.45, 2.0, 1.75],
    ]
    private static let lean = [-0.10, -0.02, 0.10, 0.20]

    /// A random hand.
    init(_ chance: inout SeededGenerator) {
        let (width, length) = (Double(chance.uniform(0.88, 1.12)), Double(chance.uniform(0.92, 1.08)))
        for finger in roots.indices {
            roots[finger] *= Vector(width, length, 1)
            let factor = Double(chance.uniform(0.9, 1.1))
            for bone in 0..<3 { bones[finger][bone] *= factor * Double(chance.uniform(0.96, 1.04)) }
        }
    }

    /// The 21 joints in the palm's frame, in centimetres: x to the thumb, y to the fingers, z out of the palm.
    func joints(_ pose: HandPose) -> [Vector] {
        var result: [Vector] = [.zero, roots[0]]
        var place = roots[0]
        for (bone, direction) in pose.thumb.enumerated() {
            let (azimuth, elevation) = direction
            let along = Vector(sin(azimuth) * cos(elevation), cos(azimuth) * cos(elevation), sin(elevation))
            place += along * bones[0][bone]
            result.append(place)
        }
        for (finger, angles) in pose.fingers.enumerated() {
            let ahead = Vector(sin(angles[0]), cos(angles[0]), 0)
            let front = unit(Vector(0, 0, 1) + Vector(cos(angles[0]), -sin(angles[0]), 0) * Self.lean[finger])
            place = roots[finger + 1]
            result.append(place)
            var total = 0.0
            for joint in 0..<3 {
                total += angles[joint + 1]
                place += (ahead * cos(total) + front * sin(total)) * bones[finger + 1][joint]
                result.append(place)
            }
        }
        return result
    }
}

/// The direction from which a hand is seen, and its place in the image.
struct View {
    var rotation = 0.0
    var yaw = 0.0
    var pitch = 0.0
    var center = (x: 0.5, y: 0.5)
    var scale = 0.5
    var isLeft = false

    /// Returns the hand's points in a square image, with the noise of a landmark network.
    func project(_ joints: [Vector], poseRotation: Double, noise: Float, _ chance: inout SeededGenerator)
        -> HandKeyPoints
    {
        let sign = isLeft ? -1.0 : 1
        let turn = rotation + sign * poseRotation
        let turned = joints.map { joint -> Vector in
            let joint = Vector(sign * joint.x, joint.y, joint.z)
            let aboutY = Vector(
                cos(yaw) * joint.x + sin(yaw) * joint.z, joint.y, -sin(yaw) * joint.x + cos(yaw) * joint.z)
            let aboutX = Vector(
                aboutY.x, cos(pitch) * aboutY.y - sin(pitch) * aboutY.z, sin(pitch) * aboutY.y + cos(pitch) * aboutY.z)
            return Vector(
                cos(turn) * aboutX.x - sin(turn) * aboutX.y, sin(turn) * aboutX.x + cos(turn) * aboutX.y, aboutX.z)
        }
        let distance = 60.0
        return HandKeyPoints(chirality: isLeft ? .left : .right) { index in
            let joint = turned[index] - (turned[0] + turned[9]) / 2
            let near = distance / (distance - joint.z)
            let x = center.x + joint.x * near * scale / 18.9
            let y = center.y - joint.y * near * scale / 18.9
            return (
                Float(x) + noise * Float(scale) * chance.bell(), Float(y) + noise * Float(scale) * chance.bell(), 1
            )
        }
    }
}
