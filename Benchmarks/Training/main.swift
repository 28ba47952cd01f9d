// Measures the accuracy and the duration of training, on hands made of a skeleton. With a file of rows it also measures
// these, leaving each row out in turn. A row contains a label, left or right, the aspect ratio, and 21 times x and y,
// separated by tabs.

import TegataBuffers
import TegataClassifiers
import TegataSystem
import TegataTraining

func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }

func timed<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    let seconds = Double((clock.now - start) / .milliseconds(1)) / 1000
    print("  \(name): \(seconds) s")
    return result
}

func poseClassifier(_ result: ClassifierTrainer.Result) -> PoseClassifier {
    guard case .pose(let classifier) = result.file else { fatalError("training did not return a pose classifier") }
    return classifier
}

func poses(seed: UInt64) throws {
    print("poses, seed \(seed): 8 × 60 for training, 8 × 60 of others for testing, 8 × 60 of poses never seen")
    let train = SyntheticPoses.examples(SyntheticPoses.known, count: 60, people: 12, seed: 100 + seed)
    let test = SyntheticPoses.examples(SyntheticPoses.known, count: 60, people: 30, seed: 200 + seed)
    let unseen = SyntheticPoses.examples(SyntheticPoses.unseen, count: 60, people: 30, seed: 300 + seed)
    var options = TrainingOptions()
    options.seed = seed
    let trainer = try ClassifierTrainer(poses: train, labels: SyntheticPoses.known.map(\.0), options: options)
    let result = try timed("training, calibration included") { try trainer.train() }
    let classifier = poseClassifier(result)
    let answers = test.map { classifier.predict($0.hand) }
    let right = zip(answers, test).filter { $0.best == $1.label }.count
    let rejectedKnown = answers.filter { !$0.isKnown }.count
    let rejected = unseen.map { !classifier.predict($0.hand).isKnown }
    print("  accuracy \(percent(Double(right) / Double(test.count)))")
    print("  known rejected \(percent(Double(rejectedKnown) / Double(test.count)))")
    print("  unseen rejected \(percent(Double(rejected.filter { $0 }.count) / Double(unseen.count)))")
    for (index, pose) in SyntheticPoses.unseen.enumerated() {
        let part = rejected[60 * index..<60 * (index + 1)].filter { $0 }.count
        print("    \(pose.0): \(part) of 60")
    }
    print("  file: \(result.file.bytes.count) bytes; temperature \(classifier.head.temperature)")
    let hand = test[0].hand
    let clock = ContinuousClock()
    let time = clock.measure { for _ in 0..<10_000 { _ = classifier.predict(hand) } }
    print("  one answer: \(Double(time / .microseconds(1)) / 10_000) µs")
}

func actions(seed: UInt64) throws {
    print("actions, seed \(seed): 6 × 40 sequences of 90 frames for training, 6 × 60 windows for testing")
    let train = SyntheticActions.examples(count: 40, frames: 90, seed: 100 + seed)
    let test = SyntheticActions.examples(count: 60, frames: 45, seed: 200 + seed)
    var options = TrainingOptions()
    options.seed = seed
    let trainer = try ClassifierTrainer(
        actions: train, labels: SyntheticActions.labels, background: 0, features: ActionFeatures(windowSize: 45),
        frameRate: 30, options: options)
    let result = try timed("training, calibration included") { try trainer.train() }
    guard case .action(let classifier) = result.file else { fatalError("training did not return an action classifier") }
    let answers = test.map { classifier.predict($0.frames) }
    let metrics = ClassifierMetrics(
        labels: test.map(\.label), predictions: answers.map(\.best), labelCount: SyntheticActions.labels.count)
    print("  accuracy \(percent(metrics.accuracy)), macro F1 \(percent(metrics.macroF1))")
    print("  confusion \(metrics.confusion)")
    let known = zip(answers, test).filter { $1.label != 0 }
    print("  known rejected \(percent(Double(known.filter { !$0.0.isKnown }.count) / Double(known.count)))")

    var chance = SeededGenerator(seed: 300 + seed)
    var alarms = 0
    let minutes = 20
    for _ in 0..<minutes {
        var recognizer = ActionRecognizer(classifier)
        let frames = SyntheticActions.sequence(0, frames: 1800, &chance)
        for (index, frame) in frames.enumerated() {
            if recognizer.add(frame, hand: 0, time: Double(index) / 30)?.isStart ?? false { alarms += 1 }
        }
    }
    print("  false alarms a minute of background: \(Double(alarms) / Double(minutes))")
    var (found, delays) = (0, [Double]())
    for number in 0..<100 {
        let label = 1 + number % 5
        var recognizer = ActionRecognizer(classifier)
        let frames = SyntheticActions.sequence(label, frames: 120, &chance)
        for (index, frame) in frames.enumerated() {
            let answer = recognizer.add(frame, hand: 0, time: Double(index) / 30)
            if answer?.isStart ?? false, answer?.label == label {
                found += 1
                delays.append(Double(index) / 30)
                break
            }
        }
    }
    delays.sort()
    let delay = delays.isEmpty ? 0 : delays[delays.count / 2]
    print("  found in streams of 4 s: \(found) of 100, half of them after at most \(delay) s")
    let window = test[0].frames
    let clock = ContinuousClock()
    let time = clock.measure { for _ in 0..<5000 { _ = classifier.predict(window) } }
    print("  one answer: \(Double(time / .microseconds(1)) / 5000) µs; file: \(result.file.bytes.count) bytes")
}

func speed() throws {
    print("speed, on one thread")
    let few = SyntheticPoses.examples(Array(SyntheticPoses.known.prefix(4)), count: 5, people: 5, seed: 7)
    var options = TrainingOptions()
    options.iterations = 80
    options.batchSize = 16
    let labels = SyntheticPoses.known.map(\.0)
    let small = try ClassifierTrainer(poses: few, labels: Array(labels.prefix(4)), options: options)
    _ = try timed("20 pictures × 80 iterations, five folds included") { try small.train() }
    let many = SyntheticPoses.examples(Array(SyntheticPoses.known.prefix(3)), count: 1500, people: 30, seed: 8)
    let large = try ClassifierTrainer(poses: many, labels: Array(labels.prefix(3)))
    let result = try timed("4500 rows × 3 classes, \(large.iterations) iterations at most") { try large.train() }
    print("  held-out accuracy \(percent(result.report.heldOut?.accuracy ?? 0))")
}

func rows(_ path: String) throws {
    var (examples, names, pictures) = ([PoseExample](), [String](), 0)
    let text = String(decoding: try Bytes(readingFileAt: path, atMost: 1 << 26).array(), as: UTF8.self)
    var labelNames: [String] = []
    for line in text.split(separator: "\n") {
        let fields = line.split(separator: "\t")
        guard fields.count >= 3 else { continue }
        if !names.contains(String(fields[0])) { names.append(String(fields[0])) }
        labelNames.append(String(fields[0]))
        let numbers = fields.dropFirst(3).compactMap { Float($0) }
        pictures += 1
        guard numbers.count == 42, let aspect = Float(fields[2]) else { continue }
        let hand = HandKeyPoints(chirality: fields[1] == "left" ? .left : .right, aspectRatio: aspect) {
            (numbers[2 * $0], numbers[2 * $0 + 1], 1)
        }
        examples.append(PoseExample(hand: hand, label: names.firstIndex(of: String(fields[0])) ?? 0))
    }
    let backgrounds = ["none", "nothing", "background", "no_gesture"]
    let background = names.firstIndex { backgrounds.contains($0.lowercased()) }
    for seed in 0..<3 as Range<UInt64> {
        var predictions: [Int] = []
        for left in examples.indices {
            var options = TrainingOptions()
            options.seed = seed
            let others = examples.enumerated().filter { $0.offset != left }.map(\.element)
            let result = try ClassifierTrainer(poses: others, labels: names, background: background, options: options)
                .train()
            predictions.append(poseClassifier(result).predict(examples[left].hand).best)
        }
        let metrics = ClassifierMetrics(
            labels: examples.map(\.label), predictions: predictions, labelCount: names.count)
        print("rows, seed \(seed): \(examples.count) hands in \(pictures) rows, each left out in turn")
        print("  accuracy \(percent(metrics.accuracy)); \(names) \(metrics.confusion)")
    }
}

let arguments = CommandLine.arguments.dropFirst()
let parts = arguments.isEmpty ? ["poses", "actions", "speed"] : Array(arguments)
for part in parts {
    switch part {
    case "poses": for seed in 0..<3 as Range<UInt64> { try poses(seed: seed) }
    case "actions": for seed in 0..<2 as Range<UInt64> { try actions(seed: seed) }
    case "speed": try speed()
    default: try rows(part)
    }
}
