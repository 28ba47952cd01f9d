import TegataClassifiers
import TegataReport
import TegataTool
import TegataTraining
import TegataTrainingData

/// The prediction for an example that the classifier was not trained on.
struct JudgedExample: Sendable {
    /// The index of the example.
    let example: Int
    /// The index of its label in the classifier; nil if the classifier does not have the label.
    let label: Int?
    let prediction: ClassifierPrediction

    init(example: Int, label: Int?, prediction: ClassifierPrediction) {
        self.example = example
        self.label = label
        self.prediction = prediction
    }

    /// Applies the thresholds of `head` to a held-out example.
    init(_ heldOut: HeldOutExample, _ head: ClassifierHead) {
        let logits = head.joined(heldOut.logits)
        var prediction = ClassifierPrediction(
            probabilities: softmax(logits, temperature: head.temperature), best: ClassifierHead.best(logits),
            novelty: head.novelty?.novelty(distance: heldOut.distance, margin: heldOut.margin) ?? 0, isKnown: true)
        prediction.isKnown = prediction.confidence >= head.confidenceThreshold && !head.isUnknown(prediction)
        self.init(example: heldOut.example, label: heldOut.label, prediction: prediction)
    }

    /// Whether the result is a class other than unknown and background.
    func namesClass(background: Int?) -> Bool { prediction.isKnown && prediction.best != background }

    /// The predicted probability of the label; 0 if the classifier does not have the label.
    var labelProbability: Float { label.map { prediction.probabilities[$0] } ?? 0 }
}

extension ClassifierAssessment {
    /// The maximum number of mistakes to show.
    private static let mostMistakes = 60
    /// The minimum confidence in a wrong result at which the label, rather than the result, is suspected to be wrong.
    private static let suspectConfidence: Float = 0.9

    /// Assesses the predictions of `head` for examples from `data`. The data may have labels that differ from the
    /// classifier's.
    init(
        title: String, _ head: ClassifierHead, _ judged: [JudgedExample], sources: [ExampleSource],
        labelNames: (Int) -> String, of data: ExtractedDataSet
    ) {
        self.init(title: title, labels: head.labels, background: head.background)
        let known = judged.filter { $0.label != nil }
        if !known.isEmpty {
            metrics = ClassifierMetrics(
                labels: known.compactMap(\.label), predictions: known.map(\.prediction.best),
                labelCount: head.labels.count)
            calibrationError = Calibration.error(
                confidences: known.map(\.prediction.confidence), isRight: known.map { $0.label == $0.prediction.best })
        }
        unnamed = head.labels.indices.map { label in
            known.reduce(0) { $0 + ($1.label == label && !$1.namesClass(background: head.background) ? 1 : 0) }
        }
        var foreign: [String: ForeignLabel] = [:]
        for example in judged where example.label == nil {
            let name = labelNames(example.example)
            var label = foreign[name] ?? ForeignLabel(label: name, count: 0, unnamed: 0)
            label.count += 1
            if !example.namesClass(background: head.background) { label.unnamed += 1 }
            foreign[name] = label
        }
        self.foreign = foreign.values.sorted { $0.label < $1.label }
        classes = Self.rows(data)
        rejection = Rejection(
            threshold: head.novelty?.threshold, confidence: head.confidenceThreshold, temperature: head.temperature)
        notices = data.notices.map(\.description)
        foundLateCount = Set(judged.map(\.example)).filter { Self.isFoundLate(sources[$0], data) }.count
        addMistakes(head, judged, sources, labelNames, data)
    }

    private static func rows(_ data: ExtractedDataSet) -> [ClassRow] {
        data.counts.map { count in
            ClassRow(
                label: count.label, items: count.items, withoutHand: count.withoutHand,
                withSeveralHands: count.withSeveralHands, unreadable: count.unreadable, left: count.left,
                right: count.right)
        }
    }

    private static func isFoundLate(_ source: ExampleSource, _ data: ExtractedDataSet) -> Bool {
        guard case .picture(let hands, _) = data.items[source.item], hands.indices.contains(source.hand) else {
            return false
        }
        return hands[source.hand].isFoundLate
    }

    /// Adds at most one mistake per hand or sequence: the worst window if a sequence has several.
    private mutating func addMistakes(
        _ head: ClassifierHead, _ judged: [JudgedExample], _ sources: [ExampleSource], _ labelNames: (Int) -> String,
        _ data: ExtractedDataSet
    ) {
        var worst: [Int: JudgedExample] = [:]
        for example in judged where Self.isMistake(example, head) {
            guard let other = worst[example.example], other.labelProbability <= example.labelProbability else {
                worst[example.example] = example
                continue
            }
        }
        let sorted = worst.values.sorted {
            ($0.labelProbability, $1.prediction.confidence, $0.example)
                < ($1.labelProbability, $0.prediction.confidence, $1.example)
        }
        mistakes = sorted.prefix(Self.mostMistakes).map { judged in
            let source = sources[judged.example]
            return Mistake(
                source: data.place(of: source).description, item: source.item, hand: source.hand,
                label: labelNames(judged.example),
                result: head.labels[judged.prediction.best], confidence: judged.prediction.confidence,
                labelProbability: judged.labelProbability,
                isSuspect: judged.label != nil && judged.prediction.isKnown
                    && judged.prediction.confidence >= Self.suspectConfidence)
        }
    }

    /// Returns whether the prediction is wrong. Unknown and background are right for labels that the classifier does
    /// not have.
    private static func isMistake(_ judged: JudgedExample, _ head: ClassifierHead) -> Bool {
        guard let label = judged.label, label != head.background else {
            return judged.namesClass(background: head.background)
        }
        return judged.prediction.best != label
    }

    /// Adds an image of the hand to each mistake.
    mutating func addPictures(of data: ExtractedDataSet) {
        for index in mistakes.indices {
            let source = ExampleSource(item: mistakes[index].item, hand: mistakes[index].hand)
            mistakes[index].picture = MistakePicture.jpeg(of: source, data)
        }
    }
}

extension ClassifierAssessment {
    /// Assesses completed training.
    init(_ result: ClassifierTrainer.Result, _ training: ClassifierTraining, seconds: Double) {
        let (setup, data) = (training.setup, training.data)
        let head = result.file.inUse.head
        let judged = result.report.heldOutExamples.map { JudgedExample($0, head) }
        let (judgedData, examples) = data.judged
        self.init(
            title: setup.output, head, judged, sources: examples.sources,
            labelNames: { head.labels[examples.labels[$0]] }, of: judgedData)
        let trained = data.data.extracted
        if data.validation != nil {
            // Show the training data, because the rows above belong to the validation data.
            classes = Self.rows(trained)
            notices = trained.notices.map(\.description) + notices
        }
        // With folds, the final classifier is trained on all examples.
        let heldOut = Set(judged.map(\.example))
        let hasFolds = data.validation == nil && heldOut.count == examples.count
        basis = Self.basis(data, heldOutCount: heldOut.count, hasFolds: hasFolds)
        history = result.report.history
        let card = result.file.card
        facts = [
            Fact("examples", "\(card.exampleCounts.reduce(0, +))"), Fact("iterations", "\(card.iterations)"),
            Fact("seed", "\(card.seed)"), Fact("seconds", fixed(seconds, 1)),
            Fact("right on the training data", fixed(100 * result.report.training.accuracy, 1) + " %"),
            Fact("data", card.dataHash), Fact("version", card.version),
        ]
        if case .action(let classifier) = result.file, case .actions(let actions) = examples {
            unit = "windows of clips"
            let isSeen = hasFolds || heldOut.isEmpty
            let measure = Self.stream(classifier, actions, of: judgedData, heldOut, isSeen: isSeen)
            if measure.found == 0 { untoldActionCount = measure.actions }
            // Omit the measure for clips used in training, because it says nothing about new streams.
            if !isSeen { stream = measure }
        }
    }

    private static func basis(_ data: TrainingData, heldOutCount: Int, hasFolds: Bool) -> String {
        guard heldOutCount > 0 else {
            return "no example was held out, so the accuracy on other hands is unknown, and no hand is rejected"
        }
        let examples = "\(heldOutCount) example\(heldOutCount == 1 ? "" : "s")"
        if data.validation != nil { return "\(examples) of other data" }
        // Count the groups of items, which are people and sessions. The hands in one image also form a group.
        let groups = Set(data.data.extracted.dataSet.items.compactMap(\.group)).count
        let parts = groups > 1 ? ", by person or session" : ", at random"
        if hasFolds {
            return "\(examples), each judged by a classifier that was not trained on it (folds\(parts))"
        }
        return "\(examples) held out from training\(parts)"
    }

    private static func stream(
        _ classifier: ActionClassifier, _ actions: Examples<ActionExample>, of data: ExtractedDataSet,
        _ heldOut: Set<Int>, isSeen: Bool
    ) -> StreamMeasure {
        var test = StreamTest(classifier, basis: "on the held-out examples")
        for (index, example) in actions.examples.enumerated() where isSeen || heldOut.contains(index) {
            guard let sequence = data.sequence(of: actions.sources[index]) else { continue }
            test.show(sequence, label: example.label)
        }
        return test.result
    }
}
