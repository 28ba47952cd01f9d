import TegataClassifiers

/// How a classifier is trained; the defaults suit from twenty pictures to some ten thousand rows.
package struct TrainingOptions: Sendable, Equatable {
    /// What is held out from training, so that the result can be judged and calibrated.
    package enum Validation: Sendable, Equatable {
        /// Five folds for fewer than 200 examples, and the first of seven for more.
        case automatic
        /// So many parts are held out in turn; the result is trained with all of them.
        case folds(Int)
        /// A share is held out, and the result is trained with the rest.
        case split(share: Double)
        /// Nothing: the result is neither judged nor calibrated, and rejects nothing.
        case none
    }

    /// The seed of all chance.
    package var seed: UInt64 = 0
    /// How many batches are trained with; nil for as many as suit the number of examples.
    package var iterations: Int?
    /// Whether a training goes on from a checkpoint of one with fewer or more iterations. The steps that follow are as
    /// large as those of a training that has `iterations` from its beginning; where as many were made, none follows.
    package var acceptsOtherLengths = false
    /// How many examples a batch has.
    package var batchSize = 32
    /// The largest step; nil for one that suits the number of iterations.
    package var learningRate: Float?
    /// How much weights shrink in a step, by the rate.
    package var weightDecay: Float = 0.01
    /// The share of the truth that is spread over all labels.
    package var labelSmoothing: Float = 0.05
    /// The share of numbers that dropouts set to 0.
    package var dropout: Float = 0.1
    /// Whether all labels are shown equally often, however many examples they have.
    package var isBalanced = true
    /// How much examples of every label count besides that; empty where all count alike.
    package var labelWeights: [Float] = []
    /// How wide the hidden layers of poses and embeddings are; nil for what suits the kind.
    package var hiddenWidths: [Int]?
    /// What is held out.
    package var validation: Validation = .automatic
    /// After how many reports without a smaller loss on what is held out a training ends, and goes back to where it was
    /// smallest; 0 for never. Folds do not end early.
    ///
    /// By default it goes to the end: where all that is held out has long been right, more steps still teach what is
    /// unknown.
    package var patience = 0
    /// After how many iterations progress is reported, and what is held out is looked at. The result depends on it
    /// only where there is `patience`.
    package var reportInterval = 25
    /// The share of known inputs that may be rejected as unknown.
    package var rejectedShare = 0.02
    /// How many examples made up of parts of others are shown as unknown, by the number of real ones.
    package var unknownShare: Float = 0.5
    /// How many threads work on folds at a time; the result is the same for every number.
    package var threadCount = 1

    package init() {}
}

/// Why there is no trained classifier.
package enum TrainingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A classifier tells at least two labels apart.
    case tooFewLabels(Int)
    /// Two labels have one name.
    case labelTwice(String)
    /// An example's label is none of the list.
    case labelOutside(example: Int, label: Int, count: Int)
    /// A label has no example, or none that shows a hand.
    case labelWithoutExamples(String)
    /// Vectors have one length.
    case lengthsDiffer(example: Int, expected: Int, found: Int)
    /// An option is not possible.
    case option(String)
    /// The classifier that training goes on from has other features or layers.
    case otherNetwork
    /// Weights have become infinite or no numbers.
    case notFinite
    /// Bytes of a checkpoint are none.
    case checkpoint(ClassifierFileError)
    /// A checkpoint belongs to other examples or options.
    case otherTraining
    /// Whoever watched the progress wanted no more.
    case cancelled

    package var description: String {
        switch self {
        case .tooFewLabels(let count):
            "\(count) label\(count == 1 ? "" : "s"): at least two are needed to tell one from another; add a class"
        case .labelTwice(let name): "the label '\(name)' stands twice in the list; give each class a name of its own"
        case .labelOutside(let example, let label, let count):
            "example \(example) has the label number \(label), and there are \(count) labels; correct the number"
        case .labelWithoutExamples(let name):
            "no example of '\(name)' shows a hand; add examples, or leave the label out"
        case .lengthsDiffer(let example, let expected, let found):
            "example \(example) has \(found) numbers instead of \(expected); leave it out"
        case .option(let text): text
        case .otherNetwork:
            "the classifier to go on from sees hands in another way or has other layers; train from the beginning"
        case .notFinite:
            "the training has lost its numbers: weights are infinite or no numbers; choose a smaller learning rate, or"
                + " train from the beginning instead of going on from a classifier"
        case .checkpoint(let error): error.description
        case .otherTraining:
            "the checkpoint belongs to a training with other examples or options; train from the beginning"
        case .cancelled: "the training was cancelled"
        }
    }
}
