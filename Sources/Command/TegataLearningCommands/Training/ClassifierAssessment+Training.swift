import TegataClassifiers
import TegataReport
import TegataTool
import TegataTraining
import TegataTrainingData

extension ClassifierAssessment {
    /// About a training that has come to its end.
    init(_ result: ClassifierTrainer.Result, _ training: ClassifierTraining, seconds: Double) {
        let (setup, data) = (training.setup, training.data)
        let head = result.file.answering.head
        let judged = result.report.heldOutExamples.map { JudgedExample($0, head) }
        let examples = data.validation?.examples ?? data.examples
        let judgedData = data.validation?.data.extracted ?? data.data.extracted
        self.init(
            title: setup.output, head, judged, sources: examples.sources,
            labelNames: { head.labels[examples.labels[$0]] }, of: judgedData)
        let trained = data.data.extracted
        if data.validation != nil {
            // What was learnt from is told, not what it was judged by.
            classes = trained.counts.map { count in
                ClassRow(
                    label: count.label, items: count.items, withoutHand: count.withoutHand,
                    withSeveralHands: count.withSeveralHands, unreadable: count.unreadable, left: count.left,
                    right: count.right)
            }
            notices = trained.notices.map(\.description) + notices
        }
        // What a training with folds ends with has learnt from all of them.
        let heldOut = Set(judged.map(\.example))
        let hasFolds = data.validation == nil && heldOut.count == examples.count
        basis = Self.basis(data, heldOutCount: heldOut.count, hasFolds: hasFolds)
        history = result.report.history
        let card = result.file.card
        facts = [
            Fact("examples", "\(card.exampleCounts.reduce(0, +))"), Fact("iterations", "\(card.iterations)"),
            Fact("seed", "\(card.seed)"), Fact("seconds", fixed(seconds, 1)),
            Fact("right of what was trained with", fixed(100 * result.report.training.accuracy, 1) + " %"),
            Fact("data", card.dataHash), Fact("version", card.version),
        ]
        if case .action(let classifier) = result.file, case .actions(let actions) = examples {
            unit = "windows of clips"
            let isSeen = hasFolds || heldOut.isEmpty
            let measure = Self.stream(classifier, actions, of: judgedData, heldOut, isSeen: isSeen)
            if measure.found == 0 { untoldActionCount = measure.actions }
            // What it has learnt from says nothing about streams to come.
            if !isSeen { stream = measure }
        }
    }

    private static func basis(_ data: TrainingData, heldOutCount: Int, hasFolds: Bool) -> String {
        guard heldOutCount > 0 else {
            return "nothing was held out, so that nothing is known of other hands and none are rejected"
        }
        let examples = "\(heldOutCount) example\(heldOutCount == 1 ? "" : "s")"
        if data.validation != nil { return "\(examples) of other data" }
        // Hands of one picture have a group too; persons and sessions are those of items.
        let groups = Set(data.data.extracted.dataSet.items.compactMap(\.group)).count
        let parts = groups > 1 ? ", whole persons or sessions at a time" : ", at random"
        if hasFolds {
            return "\(examples), each judged by a classifier that has not learnt from it (folds\(parts))"
        }
        return "\(examples) held out from training\(parts)"
    }

    private static func stream(
        _ classifier: ActionClassifier, _ actions: Examples<ActionExample>, of data: ExtractedDataSet,
        _ heldOut: Set<Int>, isSeen: Bool
    ) -> StreamMeasure {
        var test = StreamTest(classifier, basis: "with what was held out")
        for (index, example) in actions.examples.enumerated() where isSeen || heldOut.contains(index) {
            guard let sequence = data.sequence(of: actions.sources[index]) else { continue }
            test.show(sequence, label: example.label)
        }
        return test.result
    }
}
