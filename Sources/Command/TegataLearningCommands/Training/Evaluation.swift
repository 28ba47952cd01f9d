import TegataClassifiers
import TegataGestureBundles
import TegataReport
import TegataTool
import TegataTraining
import TegataTrainingData

/// An evaluation of a classifier on a data set.
struct Evaluation {
    private let file: ClassifierFile
    private let path: String
    private let data: ExtractedDataSet
    /// For each label in the data, its index in the classifier; nil if the classifier does not have the label.
    private let places: [Int?]

    init(_ file: ClassifierFile, _ path: String, _ data: ExtractedDataSet) {
        self.file = file.inUse
        self.path = path
        self.data = data
        let head = file.head
        places = data.dataSet.labels.indices.map { index in
            let label = data.dataSet.labels[index]
            if let place = head.labels.firstIndex(of: label) { return place }
            // Map background labels to each other, because their names may differ.
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

    /// Classifies every window of every sequence. Windows overlap by half.
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
            // Centre sequences that are shorter than a window.
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
            throw .failure("no example shows a hand, so \(path) cannot be evaluated; use other data")
        }
    }
}

extension ClassifierFile {
    /// The classifier as it is actually used. In use, a bundle rejects based on the score alone, so its novelty is
    /// removed.
    var inUse: ClassifierFile {
        guard case .embedding(let embedding) = self else { return self }
        var head = embedding.head
        head.novelty = nil
        if head.confidenceThreshold <= 0 { head.confidenceThreshold = GestureBundleWriter.usualScoreThreshold }
        return EmbeddingHead(head: head, card: embedding.card).map { .embedding($0) } ?? self
    }
}

/// A test that passes sequences to an action classifier frame by frame, at their own rate, as a camera would.
struct StreamTest {
    private let classifier: ActionClassifier
    private var latencies: [Double] = []
    private var measure: ClassifierAssessment.StreamMeasure

    init(_ classifier: ActionClassifier, basis: String) {
        self.classifier = classifier
        measure = ClassifierAssessment.StreamMeasure(basis: basis)
    }

    /// Passes a sequence to the classifier. `label` is an index into the classifier's labels. It is nil for an unknown
    /// label, for which every recognised action is a false alarm, as it is for background.
    mutating func show(_ sequence: HandSequence, label: Int?) {
        let frames = sequence.frames
        let isRate = sequence.frameRate > 0 && sequence.frameRate.isFinite
        let frameRate = isRate ? sequence.frameRate : classifier.frameRate
        var recognizer = ActionRecognizer(classifier)
        let isBackground = label == nil || label == classifier.head.background
        let options = recognizer.options
        // Skip shorter sequences, because they end before the classifier can recognise an action.
        let leastCount = classifier.features.windowSize + (options.smoothing - 1) * options.stride
        let lastPlace = Double(frames.count - 1) * classifier.frameRate / frameRate
        guard isBackground || lastPlace >= Double(leastCount) - 4 / 3 else { return }
        // Skip slower sequences, because the recogniser does not join frames that are so far apart.
        let slowest = classifier.frameRate / Double(ActionClassifier.longestStretch)
        guard isBackground || frameRate >= slowest else { return }
        var found: Double?
        for (index, frame) in frames.enumerated() {
            let time = Double(index) / frameRate
            guard let action = recognizer.add(frame.isPresent ? frame : nil, hand: 0, time: time), action.isStart
            else { continue }
            if isBackground { measure.falseAlarms += 1 }
            if action.label == label, found == nil { found = time }
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
