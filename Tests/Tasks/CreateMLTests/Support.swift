import CreateML
import Foundation
import TabularData

/// A folder that is removed when the test ends.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("createml-\(UUID())", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Computed hands in two poses: with extended fingers and with bent fingers.
enum Samples {
    /// Returns key points in Vision's form: x, y (upwards) and confidence for 21 points.
    static func points(isOpen: Bool, seed: Int, move: Float = 0) -> [Float] {
        var state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func chance() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 0.006 * (Float(state >> 40) / Float(1 << 24) - 0.5)
        }
        var numbers = [Float](repeating: 0, count: 63)
        for index in 0..<21 {
            let finger = Float(index == 0 ? 2 : (index - 1) / 4)
            let joint = Float(index == 0 ? 0 : (index - 1) % 4)
            let up = index == 0 ? 0 : 0.3 + 0.1 * joint * (isOpen ? 1 : 0.2)
            numbers[index] = 0.5 + move - 0.06 * (finger - 2) + chance()
            numbers[21 + index] = 0.3 + up + chance()
            numbers[42 + index] = 1
        }
        return numbers
    }

    static func array(_ numbers: [Float]) -> MLMultiArray {
        MLMultiArray(MLShapedArray(scalars: numbers, shape: [numbers.count / 63, 3, 21]))
    }

    /// Returns a table of hands that alternate between the two poses.
    static func poses(_ count: Int = 20, seed: Int = 0) -> DataFrame {
        var frame = DataFrame()
        frame.append(column: Column(name: "label", contents: (0..<count).map { $0 % 2 == 0 ? "open" : "closed" }))
        frame.append(column: Column(name: "session_id", contents: Array(0..<count)))
        frame.append(
            column: Column(
                name: "keypoints",
                contents: (0..<count).map { array(points(isOpen: $0 % 2 == 0, seed: seed + $0)) }))
        return frame
    }

    /// Returns a table of sequences in which hands rest or wave, with one row per frame.
    static func actions(_ count: Int = 12, frames: Int = 14) -> DataFrame {
        var (labels, sessions): ([String], [Int]) = ([], [])
        var features: [MLMultiArray] = []
        for session in 0..<count {
            for frame in 0..<frames {
                labels.append(session % 2 == 0 ? "rest" : "wave")
                sessions.append(session)
                features.append(array(wave(isWave: session % 2 == 1, frame: frame, seed: session * 100 + frame)))
            }
        }
        var frame = DataFrame()
        frame.append(column: Column(name: "label", contents: labels))
        frame.append(column: Column(name: "session_id", contents: sessions))
        frame.append(column: Column(name: "keypoints", contents: features))
        return frame
    }

    static func wave(isWave: Bool, frame: Int, seed: Int) -> [Float] {
        points(isOpen: true, seed: seed, move: isWave ? 0.2 * Float(sin(Double(frame))) : 0)
    }

    static func parameters(_ iterations: Int = 30) -> MLHandPoseClassifier.ModelParameters {
        MLHandPoseClassifier.ModelParameters(
            validation: .none, batchSize: 8, maximumIterations: iterations, augmentationOptions: [.rotate])
    }
}
