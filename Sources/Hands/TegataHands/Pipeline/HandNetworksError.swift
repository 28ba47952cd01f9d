import TegataBuffers
import TegataFormats
import TegataInference

/// Why a bundle cannot be used.
package enum HandNetworksError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are no bundle, or a part of it is damaged.
    case format(ModelFormatError)
    /// A network cannot be loaded.
    case network(NetworkError)
    /// A network takes what those of hands take.
    case inputs(file: String, found: [[Int]], expected: [[Int]])
    /// A network answers what those of hands answer.
    case outputs(file: String, found: [Int], expected: [Int])
    /// Pixels are normalised in the same way in all channels.
    case normalization(file: String)
    /// The bundle has no embedder, or no classifier beside it.
    case gesturesMissing(file: String)
    /// A classifier names all of its classes or none.
    case labelCount(file: String, labels: Int, classes: Int)

    package var description: String {
        switch self {
        case .format(let error): error.description
        case .network(let error): error.description
        case .inputs(let file, let found, let expected):
            "\(file): the network's inputs are \(found), not \(expected) floats; is it another network?"
        case .outputs(let file, let found, let expected):
            "\(file): the network's outputs have \(found) values, not \(expected) floats; is it another network?"
        case .normalization(let file):
            "\(file): the metadata asks for a normalisation that differs between channels or divides by nothing; only one mean and one "
                + "positive deviation for all channels are supported"
        case .gesturesMissing(let file):
            "\(file): there are no gesture networks (\(TaskBundle.Role.gestureEmbedder.memberName) and a classifier); use a gesture recogniser's "
                + "bundle"
        case .labelCount(let file, let labels, let classes):
            "\(file): there are \(labels) labels for \(classes) classes; write the metadata again"
        }
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: HandNetworksError) {
        switch error {
        case .format(let error): self.init(error)
        case .network(let error): self.init(error)
        case .gesturesMissing(let file): self.init(.notFound, file: file, description: error.description)
        case .inputs(let file, _, _), .outputs(let file, _, _), .normalization(let file), .labelCount(let file, _, _):
            self.init(.unusableModel, file: file, description: error.description)
        }
    }
}
