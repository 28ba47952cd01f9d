import TegataClassifiers
import TegataGestureBundles
import TegataReport
import TegataTool
import TegataTraining
import TegataTrainingData

/// Asks a classifier about examples that it may not have seen.
struct Evaluation {
    private let file: ClassifierFile
    private let path: String
    private let data: ExtractedDataSet
    /// For each of the data's labels its place in the classifier; nil where it has no such label.
    private let places: [Int?]

    init(_ file: ClassifierFile, _ path: String, _ data: ExtractedDataSet) {
        self.file = file.answering
        self.path = path
        self.data = data
        let head = file.head
        places = data.dataSet.labels.indices.map { index in
            let label = data.dataSet.labels[index]
            if let place = head.labels.firstIndex(of: label) { return place }
            // Whatever background is called.
            let isBackground = index == data.dataSet.background || BackgroundLabel.isBackground(label)
            return isBackground ? head.background : nil
        }
    }

    func assessment() throws -> ClassifierAssessment {
        switch file {
        case .pose(let classifier):
            let examples = data.poses
            return try assessment(.poses(examples)) { classifier.predict(examples.examples[$0].hand) }
        case .embedding(let head):
            let examples = data.embeddings
            return try assessment(.embeddings(examples)) {
                head.predict(examples.examples[$0].values) ?? head.head.nothing
            }
        case .action(let classifier):
            let examples = data.actions(frameRate: classifier.frameRate)
            return try assessment(actions: examples, classifier)
        }
    }

    private func assessment(
        _ examples: LabelledExamples, predict: (Int) -> ClassifierPrediction
    ) throws -> ClassifierAssessment {
        try requireExamples(examples)
        let judged = examples.labels.enumerated().map { index, label in
            JudgedExample(example: index, label: places[label], prediction: predict(index))
        }
        return assessment(judged, examples)
    }

    /// A sequence has an answer for each of its windows, which overlap by a half.
    private func assessment(
        actions examples: Examples<ActionExample>, _ classifier: ActionClassifier
    ) throws -> ClassifierAssessment {
        try requireExamples(.actions(examples))
        let size = classifier.features.windowSize
        var judged: [JudgedExample] = []
        var stream = StreamTest(classifier, basis: "as a camera would show it")
        for (index, example) in examples.examples.enumerated() {
            let label = places[example.label]
            let frames = example.frames
            // What is shorter than a window lies in its middle.
            let missing = max(size - frames.count, 0)
            for start in stride(from: 0, through: max(frames.count - size, 0), by: max(size / 2, 1)) {
                let window = (0..<size).map { frames[max(0, min(frames.count - 1, start - missing / 2 + $0))] }
                judged.append(JudgedExample(example: index, label: label, prediction: classifier.predict(window)))
            }
            if let sequence = data.sequence(of: examples.sources[index]) { stream.show(sequence, label: label) }
        }
        var assessment = assessment(judged, .actions(examples))
        assessment.unit = "windows of clips"
        assessment.stream = stream.result
        return assessment
    }

    private func assessment(_ judged: [JudgedExample], _ examples: LabelledExamples) -> ClassifierAssessment {
        let labels = examples.labels
        return ClassifierAssessment(
            title: path, file.head, judged, sources: examples.sources,
            labelNames: { data.dataSet.labels[labels[$0]] }, of: data)
    }

    private func requireExamples(_ examples: LabelledExamples) throws {
        guard examples.count > 0 else {
            throw .failure("no example shows a hand, so that there is nothing to judge \(path) by; name others")
        }
    }
}

extension ClassifierFile {
    /// The classifier as it answers where it is used: what reads a bundle rejects by the score alone.
    var answering: ClassifierFile {
        guard case .embedding(let embedding) = self else { return self }
        var head = embedding.head
        head.novelty = nil
        if head.confidenceThreshold <= 0 { head.confidenceThreshold = GestureBundleWriter.usualScoreThreshold }
        return EmbeddingHead(head: head, card: embedding.card).map { .embedding($0) } ?? self
    }
}

/// Shows sequences to a classifier of actions frame by frame and at their own rate, as a camera would.
struct StreamTest {
    private let classifier: ActionClassifier
    private var latencies: [Double] = []
    private var measure: ClassifierAssessment.StreamMeasure

    init(_ classifier: ActionClassifier, basis: String) {
        self.classifier = classifier
        measure = ClassifierAssessment.StreamMeasure(basis: basis)
    }

    /// Shows a sequence of the label at a place among the classifier's; nil for one that it does not know, which may be
    /// told as little as background.
    mutating func show(_ sequence: HandSequence, label: Int?) {
        let frames = sequence.frames
        let isRate = sequence.frameRate > 0 && sequence.frameRate.isFinite
        let frameRate = isRate ? sequence.frameRate : classifier.frameRate
        var recognizer = ActionRecognizer(classifier)
        let isBackground = label == nil || label == classifier.head.background
        let options = recognizer.options
        // Shorter ones end before anything could be told.
        let leastCount = classifier.features.windowSize + (options.smoothing - 1) * options.stride
        let lastPlace = Double(frames.count - 1) * classifier.frameRate / frameRate
        guard isBackground || lastPlace >= Double(leastCount) - 4 / 3 else { return }
        // Frames that are too far apart show no movement.
        let slowest = classifier.frameRate / Double(ActionClassifier.longestStretch)
        guard isBackground || frameRate >= slowest else { return }
        var found: Double?
        for (index, frame) in frames.enumerated() {
            let time = Double(index) / frameRate
            guard let answer = recognizer.add(frame.isPresent ? frame : nil, hand: 0, time: time), answer.isStart
            else { continue }
            if isBackground { measure.falseAlarms += 1 }
            if answer.label == label, found == nil { found = time }
        }
        if isBackground {
            measure.backgroundSeconds += Double(frames.count) / frameRate
        } else {
            measure.actions += 1
            if let found {
                measure.found += 1
                latencies.append(found)
            }
        }
    }

    var result: ClassifierAssessment.StreamMeasure {
        var result = measure
        if !latencies.isEmpty { result.latency = latencies.sorted()[latencies.count / 2] }
        return result
    }
}
