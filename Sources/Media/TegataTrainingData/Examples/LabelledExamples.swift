import TegataClassifiers
import TegataTraining

/// Where an example comes from.
package struct ExampleSource: Sendable, Hashable {
    /// The item of the data set.
    package var item: Int
    /// Which of its hands it is.
    package var hand: Int

    package init(item: Int, hand: Int) {
        self.item = item
        self.hand = hand
    }
}

/// What examples of all kinds have.
package protocol LabelledExample: Sendable {
    var label: Int { get set }
}

extension PoseExample: LabelledExample {}
extension VectorExample: LabelledExample {}
extension ActionExample: LabelledExample {}

/// Examples to train with and where each comes from, in the order of the data set's items.
package struct Examples<Example: LabelledExample>: Sendable {
    package var examples: [Example]
    /// The source of each example.
    package var sources: [ExampleSource]
    /// What the numbers of groups stand for.
    package var groups: [String]

    package init(examples: [Example] = [], sources: [ExampleSource] = [], groups: [String] = []) {
        self.examples = examples
        self.sources = sources
        self.groups = groups
    }

    /// The examples whose label has a new place in `places`, with that place.
    func placed(_ places: [Int?]) -> Examples {
        var kept = Examples(groups: groups)
        for (example, source) in zip(examples, sources) {
            guard let place = places[example.label] else { continue }
            var example = example
            example.label = place
            kept.examples.append(example)
            kept.sources.append(source)
        }
        return kept
    }
}

/// Examples of one of the kinds that classifiers are trained with.
package enum LabelledExamples: Sendable {
    case poses(Examples<PoseExample>)
    case embeddings(Examples<VectorExample>)
    case actions(Examples<ActionExample>)

    package enum Kind: Sendable, Equatable {
        case poses
        case embeddings
        /// At so many frames a second: faster sequences are thinned, slower ones filled up.
        case actions(frameRate: Double)
    }

    /// The label of each.
    package var labels: [Int] {
        switch self {
        case .poses(let examples): examples.examples.map(\.label)
        case .embeddings(let examples): examples.examples.map(\.label)
        case .actions(let examples): examples.examples.map(\.label)
        }
    }

    /// Where each comes from.
    package var sources: [ExampleSource] {
        switch self {
        case .poses(let examples): examples.sources
        case .embeddings(let examples): examples.sources
        case .actions(let examples): examples.sources
        }
    }

    /// The frames of each: one of a pose, none of an embedding.
    package var frames: [[HandKeyPoints]] {
        switch self {
        case .poses(let examples): examples.examples.map { [$0.hand] }
        case .embeddings(let examples): examples.examples.map { _ in [] }
        case .actions(let examples): examples.examples.map(\.frames)
        }
    }

    package var count: Int {
        switch self {
        case .poses(let examples): examples.examples.count
        case .embeddings(let examples): examples.examples.count
        case .actions(let examples): examples.examples.count
        }
    }

    var poses: [PoseExample] { if case .poses(let examples) = self { examples.examples } else { [] } }
    var embeddings: [VectorExample] { if case .embeddings(let examples) = self { examples.examples } else { [] } }
    var actions: [ActionExample] { if case .actions(let examples) = self { examples.examples } else { [] } }

    /// The examples whose label has a new place in `places`, with that place.
    func placed(_ places: [Int?]) -> LabelledExamples {
        switch self {
        case .poses(let examples): .poses(examples.placed(places))
        case .embeddings(let examples): .embeddings(examples.placed(places))
        case .actions(let examples): .actions(examples.placed(places))
        }
    }
}
