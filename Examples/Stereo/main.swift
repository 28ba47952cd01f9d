import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataModelSearch
import TegataVideo

/// Locates hands in space that two calibrated cameras see at the same time. Prints a JSON object per frame, with the 21
/// points of each hand in metres from the first camera: to the right, down and away from it. With a fourth argument, it
/// writes the lengths of the hands' bones for `tegata --hand-lengths`; only one person's hands may be visible.

struct Problem: Error, CustomStringConvertible {
    let description: String
}

/// The matrices and the vector that OpenCV's `stereoCalibrate` returns, in metres; lens distortion is ignored.
struct Calibration: Decodable {
    let first, second, rotation: [[Double]]
    let translation: [Double]

    /// Creates the cameras, or nil if the numbers do not describe two cameras.
    var cameras: StereoCameras? {
        let matrices = [first, second, rotation]
        guard matrices.allSatisfy({ $0.count == 3 && $0.allSatisfy { $0.count == 3 } }), translation.count == 3 else {
            return nil
        }
        return StereoCameras(
            first: intrinsics(first), second: intrinsics(second), rotation: .init { rotation[$0 / 3][$0 % 3] },
            translation: HandPoint(x: Float(translation[0]), y: Float(translation[1]), z: Float(translation[2])))
    }

    private func intrinsics(_ matrix: [[Double]]) -> CameraIntrinsics {
        CameraIntrinsics(
            focalX: Float(matrix[0][0]), focalY: Float(matrix[1][1]), centerX: Float(matrix[0][2]),
            centerY: Float(matrix[1][2]))
    }
}

/// A hand as one camera sees it, with points in pixels.
struct SeenHand {
    let handedness: Handedness
    let points: HandPoints
}

/// A camera's video and the hands in it.
struct Eye {
    let video: VideoReader
    let pipeline: HandPipeline

    init(_ path: String, _ networks: HandNetworks) throws {
        var options = HandPipelineOptions()
        options.maximumHandCount = 4
        video = try VideoReader(readingFrom: path)
        pipeline = try HandPipeline(networks, options: options, team: ThreadTeam(count: 1))
    }

    /// Returns the hands of the next frame, or nil after the last one.
    func next() throws -> [SeenHand]? {
        guard try video.advance() else { return nil }
        let frame = video.frame
        let result = try frame.withView { view throws(TegataError) in
            try pipeline.track(view, milliseconds: frame.timestampMs)
        }
        return result.hands.map { hand in
            let points = HandPoints { index in
                let point = hand.landmarks[index]
                return HandPoint(x: point.x * Float(frame.width), y: point.y * Float(frame.height), z: 0)
            }
            return SeenHand(handedness: hand.handedness, points: points)
        }
    }
}

struct PlacedHand: Encodable {
    let handedness: String
    let points: [[Float]]
}

struct Frame: Encodable {
    let frame: Int
    let milliseconds: Int
    let hands: [PlacedHand]
}

/// Pairs the hands of both images, starting with the pair whose rays come nearest to each other.
func place(_ hands: [SeenHand], _ others: [SeenHand], _ cameras: StereoCameras) -> [PlacedHand] {
    // Points of the same hand lie within a small part of the palm's length from where the second camera sees them.
    let limit: Float = 0.2
    var pairs: [(hand: Int, other: Int, points: HandPoints, error: Float)] = []
    for (index, hand) in hands.enumerated() {
        let (wrist, knuckle) = (hand.points[0], hand.points[9])
        let palm = hypotf(wrist.x - knuckle.x, wrist.y - knuckle.y)
        for (otherIndex, other) in others.enumerated() where other.handedness == hand.handedness {
            guard let points = cameras.triangulate(hand.points, other.points) else { continue }
            let distances = zip(points, hand.points).compactMap { point, seen in
                cameras.first.pixel(of: point).map { hypotf($0.x - seen.x, $0.y - seen.y) }
            }
            let error = distances.reduce(0, +) / (Float(distances.count) * palm)
            if error < limit { pairs.append((index, otherIndex, points, error)) }
        }
    }
    var placed: [Int: PlacedHand] = [:]
    var taken: Set<Int> = []
    for pair in pairs.sorted(by: { $0.error < $1.error }) where placed[pair.hand] == nil {
        guard taken.insert(pair.other).inserted else { continue }
        placed[pair.hand] = PlacedHand(
            handedness: hands[pair.hand].handedness.name, points: pair.points.map { [$0.x, $0.y, $0.z] })
    }
    return hands.indices.compactMap { placed[$0] }
}

/// Returns the median length of each bone by the landmark at its end, in metres.
func lengths(_ hands: [PlacedHand]) -> [String: Float] {
    var lengths: [String: Float] = [:]
    for landmark in HandLandmark.allCases where landmark != .wrist {
        let start = HandLengths.start(of: landmark)
        let all = hands.map { hand in
            let (a, b) = (hand.points[Int(start.rawValue)], hand.points[Int(landmark.rawValue)])
            return hypotf(hypotf(a[0] - b[0], a[1] - b[1]), a[2] - b[2])
        }.sorted()
        lengths[landmark.name] = all[all.count / 2]
    }
    return lengths
}

func run(_ arguments: [String]) throws {
    guard 3...4 ~= arguments.count else {
        throw Problem(description: "usage: example-stereo CALIBRATION.json FIRST SECOND [LENGTHS.json]")
    }
    let calibration = try JSONDecoder().decode(
        Calibration.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[0])))
    guard let cameras = calibration.cameras else {
        throw Problem(description: "\(arguments[0]): does not describe two cameras; calibrate them again")
    }
    let (name, folders) = ("hand_landmarker.task", ModelSearch.folders())
    guard let bundle = ModelSearch.path(of: name, in: folders) else {
        throw Problem(description: ModelSearch.missing(name, in: folders, otherwise: "install Tegata"))
    }
    let networks = try HandNetworks(bundle: Bytes(mappingFileAt: bundle), file: bundle)
    let (first, second) = try (Eye(arguments[1], networks), Eye(arguments[2], networks))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var placed: [PlacedHand] = []
    while let hands = try first.next(), let others = try second.next() {
        let frame = first.video.frame
        let line = Frame(frame: frame.index, milliseconds: frame.timestampMs, hands: place(hands, others, cameras))
        placed += line.hands
        FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
    }
    guard arguments.count == 4 else { return }
    guard !placed.isEmpty else { throw Problem(description: "no hand is seen by both cameras; show one to both") }
    try encoder.encode(lengths(placed)).write(to: URL(fileURLWithPath: arguments[3]))
}

do {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("example-stereo: \(error)\n".utf8))
    exit(1)
}
