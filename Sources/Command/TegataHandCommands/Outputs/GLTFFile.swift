import TegataHands
import TegataRecords
import TegataSystem
import TegataTool

extension ResultFormat {
    static let gltf = ResultFormat(
        option: .text(
            "--gltf", "OUT.glb",
            "write each hand as an animated 26-joint skeleton for Blender, game engines and web pages; add --smooth for"
                + " less jitter and --camera for hand positions", values: .files(["glb"])),
        isOfOneVideo: true
    ) { path, _, _ in try GLTFFile(path) }
}

/// A binary glTF file with a skeleton and an animation for each tracked hand. It has no meshes: Blender 3.4 with a
/// newer NumPy, as packaged by Debian, cannot read meshes from any file.
private final class GLTFFile: ResultFile {
    private let file: PendingFile
    var path: String { file.path }
    private var clips: [SkeletonClip] = []
    /// The index of each hand's clip, by hand ID.
    private var places: [Int: Int] = [:]

    init(_ path: String) throws {
        file = try PendingFile(for: path)
    }

    func append(_ found: FoundHands) throws {
        guard let record = found.hands, let frame = record.frame else { return }
        let time = Float(Double(frame.milliseconds) / 1000)
        for hand in record.hands {
            let joints = hand.joints
            guard let identifier = hand.identifier, joints.confidence > 0 else { continue }
            let place = places[identifier] ?? clips.count
            if place == clips.count {
                places[identifier] = place
                clips.append(SkeletonClip(name: "hand_\(identifier)_\(hand.handedness.name.lowercased())"))
            }
            guard time > clips[place].times.last ?? -1 else { continue }
            clips[place].times.append(time)
            clips[place].poses.append(SkeletonPose(joints.skeleton))
        }
    }

    func finish() throws {
        var scene = GLTFScene()
        for clip in clips { scene.add(clip) }
        try file.append(scene.binary.span.bytes)
        try file.commit()
    }
}

/// The contents of a glTF file: its JSON arrays and its block of numbers.
struct GLTFScene {
    private var nodes: [String] = []
    private var roots: [Int] = []
    private var skins: [String] = []
    private var animations: [String] = []
    private var accessors: [String] = []
    private var views: [String] = []
    private var block: [UInt8] = []

    mutating func add(_ clip: SkeletonClip) {
        let rest = SkeletonClip.restPlaces(of: clip.poses)
        let first = nodes.count + 1
        roots.append(first - 1)
        nodes.append("{\"name\":\"\(clip.name)\",\"children\":[\(first + 1)]}")
        for joint in 0..<HandSkeleton.count {
            let children = (0..<HandSkeleton.count).filter { HandSkeleton.parent(of: $0) == joint }
            nodes.append(
                JSONWriter.object { json in
                    json.member("name", HandSkeleton.names[joint])
                    json.member("translation", [rest[joint].x, rest[joint].y, rest[joint].z])
                    if !children.isEmpty { json.array("children", children) { $0.value(first + $1) } }
                })
        }
        addSkin(rest, first: first)
        addAnimation(clip, first: first)
    }

    private mutating func addSkin(_ rest: [HandPoint], first: Int) {
        // Parents come before their children, except for the wrist, which follows its child, the palm.
        var global = rest
        for joint in [0] + Array(2..<HandSkeleton.count) {
            guard let parent = HandSkeleton.parent(of: joint) else { continue }
            global[joint] = HandPoint(
                x: global[parent].x + rest[joint].x, y: global[parent].y + rest[joint].y,
                z: global[parent].z + rest[joint].z)
        }
        let inverses = global.flatMap { place -> [Float] in
            [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -place.x, -place.y, -place.z, 1]
        }
        let matrices = accessor(inverses, "MAT4", of: 16)
        skins.append(
            JSONWriter.object { json in
                json.member("inverseBindMatrices", matrices)
                json.member("skeleton", first + 1)
                json.array("joints", 0..<HandSkeleton.count) { $0.value(first + $1) }
            })
    }

    private mutating func addAnimation(_ clip: SkeletonClip, first: Int) {
        // glTF needs the minimum and maximum time. These are the first and the last, because times increase.
        let (start, end) = (Double(clip.times.first ?? 0), Double(clip.times.last ?? 0))
        let times = accessor(clip.times, "SCALAR", of: 1, bounds: ",\"min\":[\(start)],\"max\":[\(end)]")
        var samplers: [String] = []
        var channels: [String] = []
        for joint in 0..<HandSkeleton.count {
            let places = clip.poses.flatMap { [$0.places[joint].x, $0.places[joint].y, $0.places[joint].z] }
            let turns = clip.poses.flatMap { pose -> [Float] in
                let turn = pose.turns[joint]
                return [turn.x, turn.y, turn.z, turn.w]
            }
            for (path, values) in [
                ("translation", accessor(places, "VEC3", of: 3)), ("rotation", accessor(turns, "VEC4", of: 4)),
            ] {
                channels.append(
                    "{\"sampler\":\(samplers.count),\"target\":{\"node\":\(first + joint),\"path\":\"\(path)\"}}")
                samplers.append("{\"input\":\(times),\"output\":\(values)}")
            }
        }
        animations.append(
            "{\"name\":\"\(clip.name)\",\"channels\":[\(channels.joined(separator: ","))],"
                + "\"samplers\":[\(samplers.joined(separator: ","))]}")
    }

    /// Adds the values and returns the index of their accessor; `bounds` are JSON members with the minimum and maximum.
    private mutating func accessor(_ values: [Float], _ type: String, of width: Int, bounds: String = "") -> Int {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * values.count)
        for value in values {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        accessors.append(
            "{\"bufferView\":\(views.count),\"componentType\":5126,\"count\":\(values.count / width),"
                + "\"type\":\"\(type)\"\(bounds)}")
        views.append("{\"buffer\":0,\"byteOffset\":\(block.count),\"byteLength\":\(bytes.count)}")
        block += bytes
        return accessors.count - 1
    }

    /// The contents of the whole file.
    var binary: [UInt8] {
        var json = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Tegata\"},\"scene\":0,\"scenes\":[{"
        if !roots.isEmpty { json += "\"nodes\":[\(roots.map(\.description).joined(separator: ","))]" }
        json += "}]"
        for (name, elements) in [
            ("nodes", nodes), ("skins", skins), ("animations", animations),
            ("accessors", accessors), ("bufferViews", views),
        ] where !elements.isEmpty { json += ",\"\(name)\":[\(elements.joined(separator: ","))]" }
        if !block.isEmpty { json += ",\"buffers\":[{\"byteLength\":\(block.count)}]" }
        json += "}"
        while json.utf8.count % 4 != 0 { json += " " }
        var chunks: [(kind: String, bytes: [UInt8])] = [("JSON", Array(json.utf8))]
        if !block.isEmpty { chunks.append(("BIN\0", block)) }
        var file = Array("glTF".utf8) + word(2) + word(12 + chunks.reduce(0) { $0 + 8 + $1.bytes.count })
        for chunk in chunks { file += word(chunk.bytes.count) + Array(chunk.kind.utf8) + chunk.bytes }
        return file
    }

    private func word(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: number).littleEndian) { Array($0) }
    }
}
