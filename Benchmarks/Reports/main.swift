// Writes a report about hands that were never filmed, to try the page and to measure how long it takes to write and
// open.
//
//     swift run -c release report-benchmarks OUT.html [--frames N] [--pictures N]

import TegataHands
import TegataImages
import TegataRecords
import TegataReport
import TegataSystem

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func fail(_ message: String) -> Never {
    print("report-benchmarks: \(message)")
    exit(1)
}

/// A hand that waves, bends its fingers and shows a gesture meanwhile.
struct WavingHand {
    let number: Int
    let seconds: Double

    private var phase: Double { Double(number) * 1.7 + seconds }
    private var bend: Double { 0.5 + 0.5 * sin(phase * 1.3) }

    /// Returns a point in units of the hand's length: to the side, towards the fingers, and away from the camera.
    private func shape(_ index: Int) -> (Double, Double, Double) {
        guard index > 0 else { return (0, 0, 0) }
        let (finger, joint) = ((index - 1) / 4, (index - 1) % 4)
        let spread = [0.9, 0.32, 0.05, -0.2, -0.45][finger]
        let lengths: [[Double]] = [
            [0.2, 0.42, 0.58, 0.72], [0.5, 0.72, 0.85, 0.95], [0.5, 0.76, 0.91, 1.02], [0.48, 0.71, 0.85, 0.95],
            [0.44, 0.6, 0.7, 0.79],
        ]
        let base = min(lengths[finger][joint], lengths[finger][0])
        let beyond = lengths[finger][joint] - base
        let angle = finger == 0 ? 0.4 * bend : 1.9 * bend * Double(joint) / 3
        let length = base + beyond * cos(angle)
        return (length * sin(spread), length * cos(spread), -beyond * sin(angle))
    }

    var result: HandResult {
        let turn = 0.5 * sin(phase * 0.7)
        let side = number == 1 ? 1.0 : -1.0
        let middle = (0.5 - side * 0.22 + 0.08 * sin(phase * 0.9), 0.75 + 0.08 * sin(phase * 0.53))
        func point(_ index: Int, metres: Bool) -> HandPoint {
            let (x, y, z) = shape(index)
            let (turnedX, turnedY) = (side * x * cos(turn) - y * sin(turn), -(y * cos(turn) + side * x * sin(turn)))
            let noise = 0.002 * sin(phase * 91 + Double(index) * 7)
            if metres {
                return HandPoint(x: Float(0.17 * turnedX + noise), y: Float(0.17 * (turnedY + 0.5)), z: Float(0.17 * z))
            }
            return HandPoint(
                x: Float(middle.0 + 0.27 * turnedX + noise), y: Float(middle.1 + 0.48 * turnedY), z: Float(0.27 * z))
        }
        let sureness = 0.93 + 0.06 * sin(phase * 2.1)
        var hand = HandResult(
            landmarks: HandPoints { point($0, metres: false) }, worldLandmarks: HandPoints { point($0, metres: true) },
            presence: 1,
            rightProbability: Float(number == 1 ? sureness : 1 - sureness),
            rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))
        hand.identifier = number
        let name = bend > 0.8 ? "Closed_Fist" : bend < 0.2 ? "Open_Palm" : "None"
        hand.gesture = Gesture(name: name, score: Float(0.6 + 0.35 * abs(bend - 0.5) * 2), classifier: .canned)
        return hand
    }
}

/// A drawn room that compresses as poorly as a filmed one.
func scene(seed: UInt64) -> RGBImage {
    var picture = RGBImage(width: 1280, height: 720)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    picture.withMutablePixels { samples in
        for y in 0..<720 {
            for x in 0..<1280 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let grain = Int(state >> 60)
                let wall = 150 - y / 8 + ((x / 160 + y / 120) % 2) * 24 + (x * y / 4000) % 17
                for channel in 0..<3 {
                    samples[(y * 1280 + x) * 3 + channel] = UInt8(max(0, min(255, wall + grain - 12 * channel)))
                }
            }
        }
    }
    return picture
}

var path: String?
var frameCount = 18_000
var pictureCount = 0
var words = CommandLine.arguments.dropFirst().makeIterator()
func number(after option: String, _ text: String?) -> Int {
    guard let text, let number = Int(text), number >= 0 else { fail("\(option) needs a number") }
    return number
}
while let word = words.next() {
    switch word {
    case "--frames": frameCount = number(after: word, words.next())
    case "--pictures": pictureCount = number(after: word, words.next())
    default: path = word
    }
}
guard let path else { fail("name the page to write") }

do throws(ImageFileError) {
    let scenes = (0..<8).map { scene(seed: UInt64($0 + 1)) }
    let start = now()
    let report = try HandReport(writingTo: path, title: "Waving hands")
    if frameCount > 0 {
        try report.begin(source: "waving.mp4", kind: .video, expectedCount: frameCount)
        for frame in 0..<frameCount {
            let milliseconds = frame * 1000 / 30
            // The first hand disappears now and then, and returns with a new ID.
            var hands = [WavingHand(number: 2, seconds: Double(milliseconds) / 1000).result]
            if frame % 240 < 200 {
                var hand = WavingHand(number: 1, seconds: Double(milliseconds) / 1000).result
                hand.identifier = frame / 240 == 0 ? 1 : frame / 240 + 2
                hands.append(hand)
            }
            try report.append(
                scenes[frame / 4 % scenes.count],
                FrameRecord(
                    source: "waving.mp4", frame: .init(index: frame, milliseconds: milliseconds), width: 1280,
                    height: 720, hands: hands, hasGestures: true))
        }
    }
    if pictureCount > 0 {
        try report.begin(source: "pictures", kind: .pictures, expectedCount: pictureCount)
        for index in 0..<pictureCount {
            var hand = WavingHand(number: 1 + index % 2, seconds: Double(index)).result
            hand.identifier = nil
            try report.append(
                scenes[index % scenes.count],
                FrameRecord(source: "pictures/\(index).jpg", width: 1280, height: 720, hands: [hand]))
        }
    }
    try report.finish()
    let seconds = now() - start
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    var information = stat()
    _ = stat(path, &information)
    print(
        "\(frameCount) frames, \(pictureCount) pictures: \(information.st_size >> 10) KiB in \(Int(seconds * 1000)) ms; at most \(usage.ru_maxrss >> 10) MiB of memory"
    )
} catch {
    fail("\(error)")
}
