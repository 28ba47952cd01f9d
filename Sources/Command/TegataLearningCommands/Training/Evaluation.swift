import TegataClassifiers
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

    func assessment() throws(CommandError) -> ClassifierAssessment {
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
    ) throws(CommandError) -> ClassifierAssessment {
        try requireExamples(examples)
        let judged = examples.labels.enumerated().map { index, label in
            JudgedExample(example: index, label: places[label], prediction: predict(index))
        }
        return assessment(judged, examples)
    }

    /// A sequence has an answer for each of its windows, which overlap by a half.
    private func assessment(
        actions examples: Examples<ActionExample>, _ classifier: ActionClassifier
    ) throws(CommandError) -> ClassifierAssessment {
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

    private func requireExamples(_ examples: LabelledExamples) throws(CommandError) {
        guard examples.count > 0 else {
            throw .failure("no example shows a hand, so that there is nothing to judge \(path) by; name others")
        }
    }
}
