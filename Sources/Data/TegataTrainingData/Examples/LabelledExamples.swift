import TegataClassifiers
import TegataTraining

/// The origin of an example.
package struct ExampleSource: Sendable, Hashable {
    /// The index of the item in the data set.
    package var item: Int
    /// The index of the hand in the item.
    package var hand: Int

    package init(item: Int, hand: Int) {
        self.item = item
        self.hand = hand
    }
}

/// The properties that all kinds of examples share.
package protocol LabelledExample: Sendable {
    var label: Int { get set }
}

extension PoseExample: LabelledExample {}
extension VectorExample: LabelledExample {}
extension ActionExample: LabelledExample {}

/// Training examples and their sources, in the order of the data set's items.
package struct Examples<Example: LabelledExample>: Sendable {
    package var examples: [Example]
    /// The source of each example.
    package var sources: [ExampleSource]
    /// The names of the groups, by group number.
    package var groups: [String]

    package init(examples: [Example] = [], sources: [ExampleSource] = [], groups: [String] = []) {
        self.examples = examples
        self.sources = sources
        self.groups = groups
    }

    /// Returns the examples whose label has a new index in `places`, relabelled with that index.
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

/// Training examples for one kind of classifier.
package enum LabelledExamples: Sendable {
    case poses(Examples<PoseExample>)
    case embeddings(Examples<VectorExample>)
    case actions(Examples<ActionExample>)

    package enum Kind: Sendable, Equatable {
        case poses
        case embeddings
        /// Actions at `frameRate` frames per second; sequences at other rates lose or repeat frames.
        case actions(frameRate: Double)
    }

    /// The label of each example.
    package var labels: [Int] {
        switch self {
        case .poses(let examples): examples.examples.map(\.label)
        case .embeddings(let examples): examples.examples.map(\.label)
        case .actions(let examples): examples.examples.map(\.label)
        }
    }

    /// The source of each example.
    package var sources: [ExampleSource] {
        switch self {
        case .poses(let examples): examples.sources
        case .embeddings(let examples): examples.sources
        case .actions(let examples): examples.sources
        }
    }

    /// The frames of each example: one for a pose, none for an embedding.
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

    /// Returns the examples whose label has a new index in `places`, relabelled with that index.
    func placed(_ places: [Int?]) -> LabelledExamples {
        switch self {
        case .poses(let examples): .poses(examples.placed(places))
        case .embeddings(let examples): .embeddings(examples.placed(places))
        case .actions(let examples): .actions(examples.placed(places))
        }
    }
}
