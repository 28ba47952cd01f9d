import TegataBuffers
import TegataClassifiers
import TegataFormats

/// An error that occurs when writing a classifier as a gesture bundle, or when reading one.
///
/// The description is one line, `WHERE: what is wrong; what to do`.
package enum GestureBundleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bundle with the other networks or the classifier cannot be used.
    case bundle(ModelFormatError)
    /// The classifier in a bundle or file cannot be used.
    case classifier(ClassifierFileError)
    /// The bundle contains no classifier file, because another program wrote it.
    case classifierMissing(file: String)
    /// The classifier is not of the expected kind.
    case kind(file: String, expected: Kind, found: Kind)
    /// The bundle's embedder does not have as many outputs as the classifier has inputs.
    case embedding(file: String, count: Int)
    /// A label is empty or contains a control character, although lists of labels have one label per line.
    case label(String)
    /// A label has the name that bundles give to the background.
    case labelTwice(String)
    /// The classifier does not end with a layer with weights, as MediaPipe requires.
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
            "\(file): the bundle contains no classifier trained with Tegata; pass a bundle or file that training has"
                + " written"
        case .kind(let file, let expected, let found):
            "\(file): recognises \(found.subject), not \(expected.subject); \(found.advice)"
        case .embedding(let file, let count):
            "\(file): the gesture embedder returns \(count) numbers, not \(EmbeddingHead.embeddingCount); "
                + "pass the published gesture_recognizer.task"
        case .label(let label):
            "label \"\(escaped(label))\": labels of a gesture bundle must not be empty or contain a line break or "
                + "other control character; rename it"
        case .labelTwice(let label):
            "label \"\(escaped(label))\": the background is written as \(GestureBundleWriter.backgroundLabel), so no "
                + "other label can have this name; rename it"
        case .network:
            "the classifier's last layer has no weights, which MediaPipe requires; train it again"
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

    /// How to use this kind of classifier.
    fileprivate var advice: String {
        switch self {
        case .pose: "pass it where custom poses are expected (--poses in tegata)"
        case .action: "pass it where actions are expected (--actions in tegata)"
        case .embedding: "train again with a file name that ends in .task, and use that file as the model"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
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

/// Returns the text with control characters replaced by visible escapes.
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
