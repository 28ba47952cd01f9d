import Foundation
import Vision

/// The true fingers of a hand in an image.
struct TrueHand: Decodable {
    /// The number of raised fingers.
    var count: Int
    /// The raised fingers, from 0 for the thumb to 4 for the little finger; nil if only their number is known.
    var raised: Set<Int>?
    /// The horizontal place of the wrist as a fraction of the image's width; nil if it is not known.
    var wrist: Double?

    private static let poses: [String: Set<Int>] = [
        "call": [0, 4], "fist": [], "four": [1, 2, 3, 4], "iloveyou": [0, 1, 4], "open_palm": [0, 1, 2, 3, 4],
        "pointing_up": [1], "rock": [1, 4], "three": [1, 2, 3], "thumb_down": [0], "thumb_up": [0], "victory": [1, 2],
    ]
    /// The photographs of other signs, which all show one raised finger.
    private static let others: [String: Int] = [
        "none_00af1db1": 0, "none_00c84257": 0, "none_0a0ef3d2": 1, "none_0a4a8907": 0, "none_0a71a6e8": 1,
    ]

    init(_ raised: Set<Int>) {
        self.raised = raised
        count = raised.count
    }

    /// Reads the pose and the wrist from a rendered image's description.
    init(from decoder: any Decoder) throws {
        enum Key: CodingKey { case pose, landmarks }
        let container = try decoder.container(keyedBy: Key.self)
        self.init(Self.poses[try container.decode(String.self, forKey: .pose)] ?? [])
        wrist = try container.decode([[Double]].self, forKey: .landmarks).first?.first
    }

    /// Returns the hands of an image: from the JSON file next to a rendered image, otherwise from the number that its
    /// directory is called, otherwise from its name. The result is nil if none of them tells.
    static func hands(in image: URL) throws -> [TrueHand]? {
        struct Description: Decodable { var hands: [TrueHand] }
        let description = image.deletingPathExtension().appendingPathExtension("json")
        if let data = try? Data(contentsOf: description) {
            return try JSONDecoder().decode(Description.self, from: data).hands
        }
        if let count = Int(image.deletingLastPathComponent().lastPathComponent) {
            guard count <= 5 else { return nil }
            var hand = TrueHand([])
            hand.count = count
            hand.raised = count == 0 ? [] : count == 5 ? Set(0..<5) : nil
            return [hand]
        }
        let name = image.deletingPathExtension().lastPathComponent
        if let finger = others[name] { return [TrueHand([finger])] }
        return name.split(separator: "_").first.flatMap { poses[String($0)] }.map { [TrueHand($0)] }
    }
}

/// Prints how often the tutorial's rule counts the raised fingers of a directory's images, and how many tips of raised
/// and of folded fingers exceed the thresholds of public programs.
func countTips(in directory: String, isThorough: Bool) throws {
    let thresholds: [Float] = [0.3, 0.6, 0.7, 0.9, 0.95]
    let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    var (raised, folded) = ([Float](), [Float]())
    var (imageCount, foundCount, exactCount, rightCount) = (0, 0, 0, 0)
    for name in names.sorted() where ["png", "jpg", "jpeg"].contains((name.lowercased() as NSString).pathExtension) {
        let image = URL(fileURLWithPath: directory).appendingPathComponent(name)
        guard let truth = try TrueHand.hands(in: image), !truth.isEmpty else { continue }
        let request = VNDetectHumanHandPoseRequest()
        request.searchesThoroughly = isThorough
        try VNImageRequestHandler(url: image).perform([request])
        var found = try (request.results ?? []).map { hand in
            let points = try hand.recognizedPoints(.all)
            let tips: [VNHumanHandPoseObservation.JointName] = [
                .thumbTip, .indexTip, .middleTip, .ringTip, .littleTip,
            ]
            return (wrist: points[.wrist]?.x ?? 0, tips: tips.map { points[$0]?.confidence ?? 0 })
        }
        func stars(_ tips: [Float]) -> Int { tips.count { $0 > 0.9 } }
        imageCount += 1
        if !found.isEmpty {
            foundCount += 1
            if found.reduce(0, { $0 + stars($1.tips) }) == truth.reduce(0, { $0 + $1.count }) { exactCount += 1 }
        }
        var isRight = true
        for hand in truth {
            // The error of a found hand: the distance between wrists, or how many fingers differ.
            func error(_ other: (wrist: Double, tips: [Float])) -> Double {
                if let wrist = hand.wrist { return abs(wrist - other.wrist) }
                guard let raised = hand.raised else { return Double(abs(stars(other.tips) - hand.count)) }
                return Double((0..<5).count { raised.contains($0) != (other.tips[$0] > 0.9) })
            }
            guard let best = found.indices.min(by: { error(found[$0]) < error(found[$1]) }) else {
                isRight = false
                continue
            }
            let tips = found.remove(at: best).tips
            if stars(tips) != hand.count { isRight = false }
            guard let up = hand.raised else { continue }
            for finger in 0..<5 {
                if up.contains(finger) { raised.append(tips[finger]) } else { folded.append(tips[finger]) }
            }
        }
        if isRight { rightCount += 1 }
    }
    print("\(directory): \(imageCount) images, \(foundCount) with a hand")
    print("stars equal raised fingers: \(exactCount), \(rightCount) without those of other hands")
    print("| threshold | raised tips above | folded tips above |\n| --- | --- | --- |")
    for threshold in thresholds {
        func share(_ values: [Float]) -> String { "\(values.count { $0 > threshold }) of \(values.count)" }
        print("| \(threshold) | \(share(raised)) | \(share(folded)) |")
    }
}
