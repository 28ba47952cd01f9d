import TegataClassifiers
import TegataTraining

/// Gathers examples, and gives groups their numbers in the order in which they come.
private struct ExampleBuilder<Example: LabelledExample> {
    private(set) var examples = Examples<Example>()
    private var numbers: [String: Int] = [:]

    mutating func add(_ example: Example, _ source: ExampleSource) {
        examples.examples.append(example)
        examples.sources.append(source)
    }

    /// The number of a group. What belongs to none is together with what comes from the same file; points that do not
    /// come from one stand alone.
    mutating func group(of item: DataItem) -> Int? {
        guard let name = item.group ?? item.path else { return nil }
        if let number = numbers[name] { return number }
        let number = examples.groups.count
        numbers[name] = number
        examples.groups.append(name)
        return number
    }
}

extension ExtractedDataSet {
    /// The examples that classifiers of a kind are trained with.
    package func examples(_ kind: LabelledExamples.Kind) -> LabelledExamples {
        switch kind {
        case .poses: .poses(poses)
        case .embeddings: .embeddings(embeddings)
        case .actions(let frameRate): .actions(actions(frameRate: frameRate))
        }
    }

    /// One example for every labelled hand. All hands of a background picture are background.
    package var poses: Examples<PoseExample> {
        var builder = ExampleBuilder<PoseExample>()
        for (index, hand) in labelledHands {
            let item = dataSet.items[index.item]
            let group = builder.group(of: item)
            builder.add(
                PoseExample(
                    hand: hand.keyPoints, label: item.label, group: group, variants: hand.views.map(\.keyPoints)), index
            )
        }
        return builder.examples
    }

    /// The 128 numbers of every labelled hand; hands that have none, such as rows of points, are left out.
    package var embeddings: Examples<VectorExample> {
        var builder = ExampleBuilder<VectorExample>()
        for (index, hand) in labelledHands {
            guard let embedding = hand.embedding else { continue }
            let item = dataSet.items[index.item]
            let group = builder.group(of: item)
            builder.add(
                VectorExample(
                    values: embedding, label: item.label, group: group, variants: hand.views.compactMap(\.embedding)),
                index)
        }
        return builder.examples
    }

    /// One example for every sequence, at `frameRate` frames a second: faster ones are thinned, slower ones filled up.
    package func actions(frameRate: Double) -> Examples<ActionExample> {
        var builder = ExampleBuilder<ActionExample>()
        for (index, item) in items.enumerated() {
            guard case .clip(let sequences) = item else { continue }
            for (place, sequence) in sequences.enumerated() {
                let source = dataSet.items[index]
                let frames = sequence.frames(at: frameRate)
                builder.add(
                    ActionExample(frames: frames, label: source.label, group: builder.group(of: source)),
                    ExampleSource(item: index, hand: place))
            }
        }
        return builder.examples
    }

    /// The hands that have their items' labels, with where each comes from.
    private var labelledHands: [(source: ExampleSource, hand: ExtractedHand)] {
        var result: [(ExampleSource, ExtractedHand)] = []
        for (index, item) in items.enumerated() {
            guard case .picture(let hands, let chosen) = item else { continue }
            let isWholePicture =
                if case .picture(let picture) = dataSet.items[index].content { picture.box == nil } else { false }
            let isBackground = isWholePicture && dataSet.items[index].label == dataSet.background
            let used = isBackground ? Array(hands.indices) : chosen.map { [$0] } ?? []
            for place in used { result.append((ExampleSource(item: index, hand: place), hands[place])) }
        }
        return result
    }

    /// The sequence that an example of an action comes from, at its own rate.
    package func sequence(of source: ExampleSource) -> HandSequence? {
        guard case .clip(let sequences) = items[source.item], sequences.indices.contains(source.hand) else {
            return nil
        }
        return sequences[source.hand]
    }

    /// What a message calls the source of an example.
    package func place(of source: ExampleSource) -> DataPlace { dataSet.items[source.item].place }
}
