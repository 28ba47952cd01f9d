// Compares joint angles found in images with the angles of the points that the images were drawn from.
// `Benchmarks/finger-rules --angles` draws the images and runs this program:
//
//     joint-benchmarks hand_landmarker.task < TRUTH
//
// A line of TRUTH contains an image's path, the hand's side, and 63 coordinates in metres.

import Foundation
import TegataBuffers
import TegataHands
import TegataImages
import TegataInference

/// Differences in degrees between found and true angles.
struct Errors {
    private var values: [Double] = []

    mutating func add(_ found: Float, _ truth: Float) {
        values.append(Double((found - truth).magnitude) * 180 / .pi)
    }

    /// The mean and the 95th percentile.
    var text: String {
        guard !values.isEmpty else { return "" }
        let mean = values.reduce(0, +) / Double(values.count)
        return String(format: "%.1f, %.1f", mean, values.sorted()[(values.count - 1) * 95 / 100])
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: joint-benchmarks hand_landmarker.task < TRUTH")
    exit(2)
}
let bundle = CommandLine.arguments[1]
let networks = try HandNetworks(bundle: Bytes(mappingFileAt: bundle), file: bundle)
let team = ThreadTeam()
let kinds = [
    "knuckles, flexion", "knuckles, abduction", "middle joints", "end joints", "thumb's base, flexion",
    "thumb's base, abduction", "thumb's knuckle", "thumb's end joint", "palm's turn",
]
func compare(_ found: HandJoints, with truth: HandJoints, _ errors: inout [Errors]) {
    for joint in HandLandmark.allCases {
        guard let angle = found[joint], let trueAngle = truth[joint] else { continue }
        let (finger, place) = ((joint.index - 1) / 4, (joint.index - 1) % 4)
        let kind = finger > 0 ? (place == 0 ? 0 : place + 1) : (place == 0 ? 4 : place + 5)
        errors[kind].add(angle.flexion, trueAngle.flexion)
        if place == 0 { errors[kind + 1].add(angle.abduction, trueAngle.abduction) }
    }
    let turn = found.skeleton[0].orientation.inverse * truth.skeleton[0].orientation
    errors[8].add(2 * Float(acos(min(1, Double(turn.w.magnitude)))), 0)
}

// Without and with a skeleton.
var errors = Array(repeating: Array(repeating: Errors(), count: kinds.count), count: 2)
var (handCount, foundCount) = (0, 0)
while let line = readLine() {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst(2).compactMap { Float($0) }
    let picture = try RGBImage(readingFileAt: String(words[0]))
    let truth = HandJoints(
        HandPoints { HandPoint(x: numbers[3 * $0], y: numbers[3 * $0 + 1], z: numbers[3 * $0 + 2]) },
        isRight: words[1] == "right", confidence: 1)
    handCount += 1
    for (row, skeleton) in [nil, SkeletonOptions()].enumerated() {
        var options = HandPipelineOptions()
        options.skeleton = skeleton
        // Detect in each image separately, without tracking.
        let pipeline = try HandPipeline(networks, options: options, team: team)
        let hands = try picture.withView { (view) throws(TegataError) in try pipeline.detect(view) }.hands
        guard let found = hands.first?.joints else { continue }
        foundCount += 1 - row
        compare(found, with: truth, &errors[row])
    }
}
print("\(foundCount) of \(handCount) hands are found; degrees, mean and 95th percentile\n")
print("| | " + kinds.joined(separator: " | ") + " |\n| --- |" + String(repeating: " ---: |", count: kinds.count))
for (name, row) in zip(["", "with a skeleton"], errors) {
    print("| \(name) | " + row.map(\.text).joined(separator: " | ") + " |")
}
