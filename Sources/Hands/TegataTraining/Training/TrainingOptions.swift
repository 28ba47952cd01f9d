import TegataClassifiers

/// The options for training a classifier; the defaults suit data from twenty images to about ten thousand rows.
package struct TrainingOptions: Sendable, Equatable {
    /// The examples to hold out from training, so that the result can be evaluated and calibrated.
    package enum Validation: Sendable, Equatable {
        /// Five folds for fewer than 200 examples, and the first of seven for more.
        case automatic
        /// The given number of folds is held out in turn; the result is trained on all of them.
        case folds(Int)
        /// A fraction is held out, and the result is trained on the rest.
        case split(share: Double)
        /// Nothing is held out: the result is neither evaluated nor calibrated, and rejects nothing.
        case none
    }

    /// The random seed.
    package var seed: UInt64 = 0
    /// The number of batches to train on; nil derives it from the number of examples.
    package var iterations: Int?
    /// Whether training may continue from a checkpoint of a run with fewer or more iterations. The next steps are as
    /// large as in a run that has had `iterations` from the start; if that many are already complete, no further steps
    /// are made.
    package var acceptsOtherLengths = false
    /// The number of examples in a batch.
    package var batchSize = 32
    /// The largest learning rate; nil derives it from the number of iterations.
    package var learningRate: Float?
    /// The shrinkage of weights per step, relative to the learning rate.
    package var weightDecay: Float = 0.01
    /// The fraction of the target probability that is spread over all labels.
    package var labelSmoothing: Float = 0.05
    /// The fraction of numbers that dropouts set to 0.
    package var dropout: Float = 0.1
    /// Whether all labels are shown equally often, regardless of how many examples they have.
    package var isBalanced = true
    /// Additional weights for the labels' examples; empty if all are equal.
    package var labelWeights: [Float] = []
    /// The widths of the hidden layers for poses and embeddings; nil uses the default for the kind.
    package var hiddenWidths: [Int]?
    /// The examples to hold out.
    package var validation: Validation = .automatic
    /// The number of reports without a lower loss on held-out examples after which training ends and returns to the
    /// state with the lowest loss; 0 for never. Folds do not end early.
    ///
    /// By default, training runs to the end, because even if all held-out examples are right, more steps improve the
    /// rejection of unknown inputs.
    package var patience = 0
    /// The number of iterations between progress reports, for which held-out examples are evaluated. The result depends
    /// on it only if `patience` is set.
    package var reportInterval = 25
    /// The fraction of known inputs that may be rejected as unknown.
    package var rejectedShare = 0.02
    /// The number of generated unknown examples, relative to the number of real ones.
    package var unknownShare: Float = 0.5
    /// The number of threads used to train folds; it does not affect the result.
    package var threadCount = 1

    package init() {}
}

/// An error that occurs when training a classifier.
package enum TrainingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There are fewer than two labels.
    case tooFewLabels(Int)
    /// Two labels have the same name.
    case labelTwice(String)
    /// An example's label is not in the list.
    case labelOutside(example: Int, label: Int, count: Int)
    /// A label has no examples, or none that show a hand.
    case labelWithoutExamples(String)
    /// A vector's length differs from the others'.
    case lengthsDiffer(example: Int, expected: Int, found: Int)
    /// An option is out of range.
    case option(String)
    /// The classifier to continue from has different features or layers.
    case otherNetwork
    /// Weights have become infinite or NaN.
    case notFinite
    /// The bytes are not a checkpoint.
    case checkpoint(ClassifierFileError)
    /// The checkpoint belongs to a training run with different examples or options.
    case otherTraining
    /// The progress observer cancelled the training.
    case cancelled

    package var description: String {
        switch self {
        case .tooFewLabels(let count):
            "\(count) label\(count == 1 ? "" : "s"): a classifier needs at least two; add a class"
        case .labelTwice(let name): "the label '\(name)' occurs twice in the list; give each class its own name"
        case .labelOutside(let example, let label, let count):
            "example \(example) has the label number \(label), but there are \(count) labels; correct the number"
        case .labelWithoutExamples(let name):
            "no example of '\(name)' shows a hand; add examples, or remove the label"
        case .lengthsDiffer(let example, let expected, let found):
            "example \(example) has \(found) numbers instead of \(expected); remove it"
        case .option(let text): text
        case .otherNetwork:
            "the classifier to continue from has different features or layers; train from scratch"
        case .notFinite:
            "the training has diverged: weights are infinite or not numbers; choose a smaller learning rate, or"
                + " train from scratch instead of continuing from a classifier"
        case .checkpoint(let error): error.description
        case .otherTraining:
            "the checkpoint belongs to a training run with different examples or options; train from scratch"
        case .cancelled: "the training was cancelled"
        }
    }
}
