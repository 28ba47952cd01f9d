import TegataTraining
import TegataTrainingData

/// What examples of all kinds have.
protocol LabelledExample: Sendable {
    var label: Int { get set }
}

extension PoseExample: LabelledExample {}
extension VectorExample: LabelledExample {}
extension ActionExample: LabelledExample {}

extension Examples where Example: LabelledExample {
    /// The examples whose label has a new place in `places`, with that place.
    func placed(_ places: [Int?]) -> Examples {
        var kept = Examples(examples: [], sources: [], groups: groups)
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
enum LabelledExamples: Sendable {
    case poses(Examples<PoseExample>)
    case embeddings(Examples<VectorExample>)
    case actions(Examples<ActionExample>)

    /// The label of each.
    var labels: [Int] {
        switch self {
        case .poses(let examples): examples.examples.map(\.label)
        case .embeddings(let examples): examples.examples.map(\.label)
        case .actions(let examples): examples.examples.map(\.label)
        }
    }

    /// Where each comes from.
    var sources: [ExampleSource] {
        switch self {
        case .poses(let examples): examples.sources
        case .embeddings(let examples): examples.sources
        case .actions(let examples): examples.sources
        }
    }

    var count: Int { sources.count }

    /// The examples whose label has a new place in `places`, with that place.
    func placed(_ places: [Int?]) -> LabelledExamples {
        switch self {
        case .poses(let examples): .poses(examples.placed(places))
        case .embeddings(let examples): .embeddings(examples.placed(places))
        case .actions(let examples): .actions(examples.placed(places))
        }
    }
}
