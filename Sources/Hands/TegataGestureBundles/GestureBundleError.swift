import TegataBuffers
import TegataClassifiers
import TegataFormats

/// Why a classifier cannot become a gesture bundle, or a bundle has none.
///
/// The description is one line, `WHERE: what is wrong; what to do`.
package enum GestureBundleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bundle that gives the other networks, or that holds the classifier, cannot be used.
    case bundle(ModelFormatError)
    /// The classifier in a bundle or file cannot be used.
    case classifier(ClassifierFileError)
    /// The bundle was written by another program: it holds no classifier file.
    case classifierMissing(file: String)
    /// Each kind of classifier has its own place.
    case kind(file: String, expected: Kind, found: Kind)
    /// The bundle's embedder gives another number of values than the classifier takes.
    case embedding(file: String, count: Int)
    /// A list of labels has one per line.
    case label(String)
    /// A label stands for one class.
    case labelTwice(String)
    /// MediaPipe's classifiers end with weights and probabilities.
    case network

    /// The kinds of classifiers.
    package enum Kind: Sendable {
        case pose, action, embedding
    }

    package var description: String {
        switch self {
        case .bundle(let error): error.description
        case .classifier(let error): error.description
        case .classifierMissing(let file):
            "\(file): the bundle holds no classifier trained with Tegata; pass a bundle or file that training wrote"
        case .kind(let file, let expected, let found):
            "\(file): tells \(found.subject), not \(expected.subject); \(found.advice)"
        case .embedding(let file, let count):
            "\(file): the gesture embedder gives \(count) numbers, not \(EmbeddingHead.embeddingCount); "
                + "pass the published gesture_recognizer.task"
        case .label(let label):
            "label \"\(escaped(label))\": a gesture bundle needs labels that are not empty and have no line break or "
                + "other control character; rename it"
        case .labelTwice(let label):
            "label \"\(escaped(label))\": the background is written as \(GestureBundleWriter.backgroundLabel), so no "
                + "other label can have this name; rename it"
        case .network:
            "the classifier's last layer has no weights, which MediaPipe's must have; train it again"
        }
    }
}

extension GestureBundleError.Kind {
    fileprivate var subject: String {
        switch self {
        case .pose: "poses"
        case .action: "actions"
        case .embedding: "gestures from a bundle's embedding"
        }
    }

    /// Where such a classifier belongs.
    fileprivate var advice: String {
        switch self {
        case .pose: "use it where poses are asked for"
        case .action: "use it where actions of videos are asked for"
        case .embedding: "train again with a name that ends in .task, and use that as the model"
        }
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: GestureBundleError) {
        switch error {
        case .bundle(let error): self.init(error)
        case .classifier(let error):
            self.init(.unusableModel, file: error.file, place: error.place, description: error.description)
        case .classifierMissing(let file): self.init(.notFound, file: file, description: error.description)
        case .kind(let file, _, _), .embedding(let file, _):
            self.init(.unusableModel, file: file, description: error.description)
        case .label, .labelTwice, .network: self.init(.invalidArgument, description: error.description)
        }
    }
}

/// The text with what would break a line or hide made visible.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
