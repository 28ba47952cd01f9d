import ExampleGestures
import ExampleSupport
import Foundation
import TegataImages
import Vision

// How often the rules of `Examples/Gestures` are right on folders of pictures, whose names begin with what they show.
// `Benchmarks/gestures` draws such pictures and calls this.

/// What the beginning of a name says: the fingers that are raised, and the sign where it is one.
let poses: [String: (fingers: Int, sign: HandSign?)] = [
    "fist": (0, .stone), "pointing_up": (1, nil), "thumb_up": (1, nil), "victory": (2, .scissors), "rock": (2, nil),
    "call": (2, nil), "three": (3, nil), "iloveyou": (3, nil), "four": (4, nil), "open_palm": (5, .paper),
]

/// Counts answers by what was to be answered.
struct Confusion {
    private var counts: [String: [String: Int]] = [:]

    mutating func add(_ expected: String, _ answer: String) {
        counts[expected, default: [:]][answer, default: 0] += 1
    }

    func show(_ title: String) {
        let answers = Set(counts.values.flatMap(\.keys)).sorted()
        let total = counts.values.reduce(0) { $0 + $1.values.reduce(0, +) }
        let right = counts.reduce(0) { $0 + ($1.value[$1.key] ?? 0) }
        guard total > 0 else { return }
        print("\n\(title): \(right) of \(total), \(String(format: "%.1f", 100 * Double(right) / Double(total))) %\n")
        print("| shown | " + answers.joined(separator: " | ") + " |")
        print("| --- |" + String(repeating: " ---: |", count: answers.count))
        for (expected, row) in counts.sorted(by: { $0.key < $1.key }) {
            print("| \(expected) | " + answers.map { row[$0].map(String.init) ?? "" }.joined(separator: " | ") + " |")
        }
    }
}

var (fingers, stars, turned, upright) = (Confusion(), Confusion(), Confusion(), Confusion())
var wrong: [String] = []
for folder in CommandLine.arguments.dropFirst() {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where ImageFormat.isReadable(path: name) {
        guard let pose = poses.keys.filter({ name.hasPrefix($0 + "_") }).max(by: { $0.count < $1.count }),
            let truth = poses[pose]
        else { continue }
        let picture = try RGBImage(readingFileAt: folder + "/" + name)
        guard
            let image = CGImage(
                width: picture.width, height: picture.height, bitsPerPixel: 24, pixels: picture.pixels)
        else { continue }
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(cgImage: image).perform([request])
        let size = CGSize(width: picture.width, height: picture.height)
        let hand = try request.results?.first.map { try SeenHand($0, in: size).points }
        let count = hand.map { String(ExtendedFingers(of: $0).count) } ?? "no hand"
        fingers.add(String(truth.fingers), count)
        stars.add(String(truth.fingers), hand.map { String(StarCount([$0]).count) } ?? "no hand")
        if count != String(truth.fingers) { wrong.append("\(name): \(count) instead of \(truth.fingers)") }
        guard let sign = truth.sign else { continue }
        func answer(_ rule: HandSignState.Rule) -> String {
            hand.map { HandSignState(of: $0, by: rule)?.sign.rawValue ?? "nothing" } ?? "no hand"
        }
        turned.add(sign.rawValue, answer(.notExtended))
        upright.add(sign.rawValue, answer(.tipBelowBase))
        if answer(.notExtended) != sign.rawValue { wrong.append("\(name): \(answer(.notExtended))") }
    }
}
fingers.show("Fingers raised")
stars.show("Tips counted by the star-count rule")
turned.show("Signs of the game, at any rotation")
upright.show("Signs of the game, by the tutorial's rule for upright hands")
if !wrong.isEmpty { print("\nwrong:") }
for line in wrong { print(line) }
