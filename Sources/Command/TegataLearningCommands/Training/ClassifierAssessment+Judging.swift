import TegataClassifiers
import TegataReport
import TegataTraining
import TegataTrainingData

extension ClassifierAssessment {
    /// The most wrong answers that are shown.
    private static let mostMistakes = 60
    /// From which confidence on the label is doubted rather than the answer.
    private static let suspectConfidence: Float = 0.9

    /// About what `head` says of examples of `data`, whose labels may be others than the classifier's.
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
        classes = data.counts.map { count in
            ClassRow(
                label: count.label, items: count.items, withoutHand: count.withoutHand,
                withSeveralHands: count.withSeveralHands, unreadable: count.unreadable, left: count.left,
                right: count.right)
        }
        rejection = Rejection(
            threshold: head.novelty?.threshold, confidence: head.confidenceThreshold, temperature: head.temperature)
        notices = data.notices.map(\.description)
        foundLateCount = Set(judged.map(\.example)).filter { Self.isFoundLate(sources[$0], data) }.count
        addMistakes(head, judged, sources, labelNames, data)
    }

    private static func isFoundLate(_ source: ExampleSource, _ data: ExtractedDataSet) -> Bool {
        guard case .picture(let hands, _) = data.items[source.item], hands.indices.contains(source.hand) else {
            return false
        }
        return hands[source.hand].isFoundLate
    }

    /// One for every hand or sequence, its worst where a sequence has several windows.
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
                answer: head.labels[judged.prediction.best], confidence: judged.prediction.confidence,
                labelProbability: judged.labelProbability,
                isSuspect: judged.label != nil && judged.prediction.isKnown
                    && judged.prediction.confidence >= Self.suspectConfidence)
        }
    }

    /// What is unknown or background is no mistake where it should be nothing else.
    private static func isMistake(_ judged: JudgedExample, _ head: ClassifierHead) -> Bool {
        guard let label = judged.label, label != head.background else {
            return judged.namesClass(background: head.background)
        }
        return judged.prediction.best != label
    }

    /// Adds pictures of the hands that were taken for something else.
    mutating func addPictures(of data: ExtractedDataSet) {
        for index in mistakes.indices {
            let source = ExampleSource(item: mistakes[index].item, hand: mistakes[index].hand)
            mistakes[index].picture = MistakePicture.jpeg(of: source, data)
        }
    }
}
