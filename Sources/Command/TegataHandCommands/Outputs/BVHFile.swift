import CTegataShims
import TegataHands
import TegataRecords
import TegataSystem
import TegataTool

extension ResultFormat {
    static let bvh = ResultFormat(
        option: .text(
            "--bvh", "OUT.bvh",
            "write the hand skeletons as BVH motion capture, in metres and degrees, with one pose per frame",
            values: .files(["bvh"])),
        isOfOneVideo: true
    ) { path, handCount, _ in try BVHFile(path, handCount: handCount) }
}

/// A motion capture file. Its single root has a skeleton for each hand slot. While a hand is missing, its skeleton
/// keeps its last pose.
private final class BVHFile: ResultFile {
    private let file: PendingFile
    var path: String { file.path }
    private var slots: HandSlots
    /// The poses of each slot, with their frame numbers.
    private var poses: [[(frame: Int, pose: SkeletonPose)]]
    private var frameCount = 0
    private var firstMilliseconds = 0.0
    private var lastMilliseconds = 0.0

    init(_ path: String, handCount: Int) throws {
        file = try PendingFile(for: path)
        slots = HandSlots(count: handCount)
        poses = Array(repeating: [], count: handCount)
    }

    func append(_ found: FoundHands) throws {
        guard let record = found.hands, let frame = record.frame else { return }
        lastMilliseconds = Double(frame.milliseconds)
        if frameCount == 0 { firstMilliseconds = lastMilliseconds }
        for (slot, place) in slots.places(of: record.hands.map(\.identifier)).enumerated() {
            guard let joints = place.map({ record.hands[$0].joints }), joints.confidence > 0 else { continue }
            poses[slot].append((frameCount, SkeletonPose(joints.skeleton)))
        }
        frameCount += 1
    }

    func finish() throws {
        let used = poses.filter { !$0.isEmpty }
        var text = "HIERARCHY\nROOT hands\n{\n  OFFSET 0 0 0\n  CHANNELS 3 Xposition Yposition Zposition\n"
        for (index, poses) in used.enumerated() {
            let rest = SkeletonClip.restPlaces(of: poses.map(\.pose))
            addJoint(1, rest, prefix: "hand_\(index + 1)_", indent: "  ", &text)
        }
        if used.isEmpty { text += "  End Site\n  {\n    OFFSET 0 0 0\n  }\n" }
        let interval = frameCount > 1 ? (lastMilliseconds - firstMilliseconds) / Double(frameCount - 1) / 1000 : 0.04
        text += "}\nMOTION\nFrames: \(frameCount)\nFrame Time: \(fixed(interval, 6))\n"
        var lines = used.map { MotionLines($0.map(\.pose), frames: $0.map(\.frame)) }
        for frame in 0..<frameCount {
            text += "0 0 0"
            for index in lines.indices { text += lines[index].line(at: frame) }
            text += "\n"
            if text.utf8.count > 1 << 16 { try flush(&text) }
        }
        try flush(&text)
        try file.commit()
    }

    private func flush(_ text: inout String) throws {
        try file.append(text.utf8.map { $0 }.span.bytes)
        text = ""
    }

    private func addJoint(_ joint: Int, _ rest: [HandPoint], prefix: String, indent: String, _ text: inout String) {
        let place = rest[joint]
        let offset = [place.x, place.y, place.z].map { fixed(Double($0), 6) }.joined(separator: " ")
        text += "\(indent)JOINT \(prefix)\(HandSkeleton.names[joint])\n\(indent){\n\(indent)  OFFSET \(offset)\n"
        text += "\(indent)  CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation\n"
        let children = MotionLines.order.filter { HandSkeleton.parent(of: $0) == joint }
        for child in children { addJoint(child, rest, prefix: prefix, indent: indent + "  ", &text) }
        if children.isEmpty {
            text += "\(indent)  End Site\n\(indent)  {\n\(indent)    OFFSET 0 0 -0.01\n\(indent)  }\n"
        }
        text += "\(indent)}\n"
    }
}

/// The motion of a skeleton, frame by frame.
private struct MotionLines {
    /// The order of joints in the file, each before its children.
    static let order = [1, 0] + Array(2..<HandSkeleton.count)

    private let poses: [SkeletonPose]
    private let frames: [Int]
    private var next = 0
    private var last: [EulerAngles] = Array(repeating: EulerAngles(), count: HandSkeleton.count)

    init(_ poses: [SkeletonPose], frames: [Int]) {
        self.poses = poses
        self.frames = frames
    }

    /// Returns the numbers for a frame. Before the hand first appears, it has its first pose. Call this in frame order.
    mutating func line(at frame: Int) -> String {
        while next + 1 < frames.count && frames[next + 1] <= frame { next += 1 }
        let pose = poses[next]
        var text = ""
        for joint in Self.order {
            let place = pose.places[joint]
            last[joint] = EulerAngles(pose.turns[joint], near: last[joint])
            for value in [place.x, place.y, place.z] { text += " " + fixed(Double(value), 6) }
            for value in [last[joint].x, last[joint].y, last[joint].z] { text += " " + fixed(value, 4) }
        }
        return text
    }
}

/// A rotation in degrees around z, then y, then x, in the axes of the parent joint.
private struct EulerAngles {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    init() {}

    /// Chooses the angles of the rotation that are nearest to `last`, so that nothing flips between two frames.
    init(_ turn: Quaternion, near last: EulerAngles) {
        let (qx, qy, qz, qw) = (Double(turn.x), Double(turn.y), Double(turn.z), Double(turn.w))
        let sine = min(max(2 * (qx * qz + qw * qy), -1), 1)
        let degrees = 180 / Double.pi
        y = degrees * tegata_atan2(sine, (1 - sine * sine).squareRoot())
        if sine.magnitude > 0.999999 {
            // Only the sum or difference of the other two angles is known.
            z = last.z
            let sum = 2 * degrees * tegata_atan2(qx, qw)
            x = sine > 0 ? sum - z : sum + z
        } else {
            z = degrees * tegata_atan2(2 * (qw * qz - qx * qy), 1 - 2 * (qy * qy + qz * qz))
            x = degrees * tegata_atan2(2 * (qw * qx - qy * qz), 1 - 2 * (qx * qx + qy * qy))
        }
        func nearest(_ x: Double, _ y: Double, _ z: Double) -> EulerAngles {
            func whole(_ angle: Double, _ other: Double) -> Double {
                angle + 360 * ((other - angle) / 360).rounded()
            }
            var result = EulerAngles()
            (result.x, result.y, result.z) = (whole(x, last.x), whole(y, last.y), whole(z, last.z))
            return result
        }
        func distance(_ other: EulerAngles) -> Double {
            (other.x - last.x).magnitude + (other.y - last.y).magnitude + (other.z - last.z).magnitude
        }
        let (same, turned) = (nearest(x, y, z), nearest(x + 180, 180 - y, z + 180))
        self = distance(same) <= distance(turned) ? same : turned
    }
}
