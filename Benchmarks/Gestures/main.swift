import ExampleGestures
import ExampleSupport
import Foundation
import TegataImages
import Vision

// Measures how often the rules of `Examples/Gestures` are right on folders of images whose names begin with the pose
// they show. `Benchmarks/finger-rules` draws such images and runs this program.

/// The pose that the beginning of a file name stands for: the raised fingers, and the sign if it is one.
let poses: [String: (fingers: Int, sign: HandSign?)] = [
    "fist": (0, .stone), "pointing_up": (1, nil), "thumb_up": (1, nil), "victory": (2, .scissors), "rock": (2, nil),
    "call": (2, nil), "three": (3, nil), "iloveyou": (3, nil), "four": (4, nil), "open_palm": (5, .paper),
]

/// Counts results by the pose that was shown.
struct Confusion {
    private var counts: [String: [String: Int]] = [:]
    private var rightCount = 0
    private var count = 0

    mutating func add(_ shown: String, _ answer: String, _ isRight: Bool) {
        counts[shown, default: [:]][answer, default: 0] += 1
        rightCount += isRight ? 1 : 0
        count += 1
    }

    func show(_ title: String) {
        guard count > 0 else { return }
        let answers = Set(counts.values.flatMap(\.keys)).sorted()
        let share = String(format: "%.1f", 100 * Double(rightCount) / Double(count))
        print("\n\(title): \(rightCount) of \(count), \(share) %\n")
        print("| shown | " + answers.joined(separator: " | ") + " |")
        print("| --- |" + String(repeating: " ---: |", count: answers.count))
        for (shown, row) in counts.sorted(by: { $0.key < $1.key }) {
            print("| \(shown) | " + answers.map { row[$0].map(String.init) ?? "" }.joined(separator: " | ") + " |")
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
        let shown = "\(pose), \(truth.fingers)"
        let count = hand.map { ExtendedFingers(of: $0).count }
        fingers.add(shown, count.map(String.init) ?? "no hand", count == truth.fingers)
        let tipCount = hand.map { StarCount([$0]).count }
        stars.add(shown, tipCount.map(String.init) ?? "no hand", tipCount == truth.fingers)
        if count != truth.fingers { wrong.append("\(name): \(count.map(String.init) ?? "no hand")") }
        guard let sign = truth.sign else { continue }
        func answer(_ rule: HandSignState.Rule, into table: inout Confusion) -> HandSign? {
            let state = hand.flatMap { HandSignState(of: $0, by: rule) }
            table.add("\(pose), \(sign.rawValue)", state?.rawValue ?? "nothing", state?.sign == sign)
            return state?.sign
        }
        let turnedSign = answer(.notExtended, into: &turned)
        _ = answer(.tipBelowBase, into: &upright)
        if turnedSign != sign { wrong.append("\(name): \(turnedSign?.rawValue ?? "nothing")") }
    }
}
fingers.show("Fingers raised")
stars.show("Tips counted by the star-count rule")
turned.show("Signs of the game, at any rotation")
upright.show("Signs of the game, by the tutorial's rule for upright hands")
if !wrong.isEmpty { print("\nwrong:") }
for line in wrong { print(line) }
