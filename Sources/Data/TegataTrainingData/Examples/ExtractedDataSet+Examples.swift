import TegataClassifiers
import TegataTraining

/// Collects examples, and numbers their groups in order of appearance.
private struct ExampleBuilder<Example: LabelledExample> {
    private(set) var examples = Examples<Example>()
    private var numbers: [String: Int] = [:]

    mutating func add(_ example: Example, _ source: ExampleSource) {
        examples.examples.append(example)
        examples.sources.append(source)
    }

    /// Returns the number of an item's group; items without a group form one per file. Returns nil for points without a
    /// file, which belong to no group.
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
    /// Returns the training examples for a kind of classifier.
    package func examples(_ kind: LabelledExamples.Kind) -> LabelledExamples {
        switch kind {
        case .poses: .poses(poses)
        case .embeddings: .embeddings(embeddings)
        case .actions(let frameRate): .actions(actions(frameRate: frameRate))
        }
    }

    /// One example per labelled hand. All hands in a background image are background.
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

    /// The 128-number embedding of each labelled hand; hands without one, such as rows of points, are skipped.
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

    /// Returns one example per sequence, at `frameRate` frames per second; sequences at other rates lose or repeat
    /// frames.
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

    /// The hands that carry their item's label, with their sources.
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

    /// Returns the sequence of an action's example, at its own rate; nil if there is none.
    package func sequence(of source: ExampleSource) -> HandSequence? {
        guard case .clip(let sequences) = items[source.item], sequences.indices.contains(source.hand) else {
            return nil
        }
        return sequences[source.hand]
    }

    /// Returns the place of an example, as given in messages.
    package func place(of source: ExampleSource) -> DataPlace { dataSet.items[source.item].place }
}
