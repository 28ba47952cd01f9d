import TegataClassifiers

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
