import TegataClassifiers
import TegataTraining

/// What a classifier that has not learnt from an example says of it.
struct JudgedExample: Sendable {
    /// Which of the examples it is.
    let example: Int
    /// The place of its label among the classifier's; nil where that does not know it.
    let label: Int?
    let prediction: ClassifierPrediction

    init(example: Int, label: Int?, prediction: ClassifierPrediction) {
        self.example = example
        self.label = label
        self.prediction = prediction
    }

    /// What `head`'s thresholds make of what was found while training.
    init(_ heldOut: HeldOutExample, _ head: ClassifierHead) {
        let logits = head.joined(heldOut.logits)
        var prediction = ClassifierPrediction(
            probabilities: softmax(logits, temperature: head.temperature), best: ClassifierHead.best(logits),
            novelty: head.novelty?.novelty(distance: heldOut.distance, margin: heldOut.margin) ?? 0, isKnown: true)
        prediction.isKnown = prediction.confidence >= head.confidenceThreshold && !head.isUnknown(prediction)
        self.init(example: heldOut.example, label: heldOut.label, prediction: prediction)
    }

    /// Whether the answer is one of the classes: neither unknown nor background.
    func namesClass(background: Int?) -> Bool { prediction.isKnown && prediction.best != background }

    /// How likely the label is by the classifier; 0 where that does not know it.
    var labelProbability: Float { label.map { prediction.probabilities[$0] } ?? 0 }
}
