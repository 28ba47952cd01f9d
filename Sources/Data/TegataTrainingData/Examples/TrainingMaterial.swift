import TegataClassifiers
import TegataHands
import TegataTraining

/// The examples for training and validating a classifier; they use the classifier's labels.
package struct TrainingMaterial: Sendable {
    package let labels: [String]
    /// The index of the label for hands that belong to no other class; nil if there is none.
    package let background: Int?
    package let examples: LabelledExamples
    /// Separate examples for validation; nil if some of ``examples`` are held out.
    package private(set) var validation: LabelledExamples?

    package init(
        labels: [String], background: Int?, examples: LabelledExamples, validation: LabelledExamples? = nil
    ) {
        self.labels = labels
        self.background = background
        self.examples = examples
        self.validation = validation
    }

    /// Takes the examples in `found` and the classes that have any; `notices` report the others. Errors refer to the
    /// data as `name`.
    package init(
        _ found: ExtractedDataSet, _ kind: LabelledExamples.Kind, named name: String, notices: inout [DataNotice]
    ) throws(DataSetError) {
        let dataSet = found.dataSet
        let all = found.examples(kind)
        // Drop classes without examples, because the others can still be trained.
        let present = Set(all.labels)
        let kept = dataSet.labels.indices.filter { present.contains($0) }
        for index in dataSet.labels.indices where !present.contains(index) {
            notices.append(.classNotLearnt(label: dataSet.labels[index]))
        }
        let labels = kept.map { dataSet.labels[$0] }
        guard labels.count > 1 else { throw .fewClassesWithHands(data: name, only: labels.first) }
        self.init(
            labels: labels, background: dataSet.background.flatMap { kept.firstIndex(of: $0) },
            examples: all.placed(dataSet.labels.indices.map { kept.firstIndex(of: $0) }))
    }

    /// Sets the examples in `found` whose class is trained as validation data; `notices` report other classes.
    package mutating func validate(
        with found: ExtractedDataSet, _ kind: LabelledExamples.Kind, named name: String, notices: inout [DataNotice]
    ) throws(DataSetError) {
        let others = found.dataSet.labels
        for label in others where !labels.contains(label) {
            notices.append(.classNotTrained(data: name, label: label))
        }
        let placed = found.examples(kind).placed(others.map { labels.firstIndex(of: $0) })
        guard placed.count > 0 else { throw .noClassInCommon(data: name) }
        validation = placed
    }

    /// Returns a trainer for the examples, with the settings of `recipe`.
    package func trainer(_ recipe: TrainingRecipe) throws(TrainingError) -> ClassifierTrainer {
        switch examples {
        case .poses(let poses):
            var start: PoseClassifier?
            if case .pose(let classifier) = recipe.start { start = classifier }
            return try ClassifierTrainer(
                poses: poses.examples, labels: labels, background: background, validation: validation?.poses ?? [],
                features: start?.features ?? PoseFeatures(),
                augmentation: recipe.changes?.pose ?? PoseAugmentation(), options: recipe.options, start: start,
                version: Version.number)
        case .embeddings(let embeddings):
            var start: EmbeddingHead?
            if case .embedding(let head) = recipe.start { start = head }
            return try ClassifierTrainer(
                embeddings: embeddings.examples, labels: labels, background: background,
                validation: validation?.embeddings ?? [], options: recipe.options, start: start,
                version: Version.number)
        case .actions(let actions):
            var start: ActionClassifier?
            if case .action(let classifier) = recipe.start { start = classifier }
            return try ClassifierTrainer(
                actions: actions.examples, labels: labels, background: background,
                validation: validation?.actions ?? [],
                features: start?.features ?? ActionFeatures(windowSize: recipe.windowSize),
                frameRate: recipe.frameRate, augmentation: recipe.changes?.action ?? ActionAugmentation(),
                options: recipe.options, start: start, version: Version.number)
        }
    }
}

/// Training settings, for all kinds of examples.
package struct TrainingRecipe: Sendable {
    package var options = TrainingOptions()
    /// The random changes; nil for the default for the kind of example.
    package var changes: AugmentationChanges?
    /// The classifier that training continues from; nil to start from scratch.
    package var start: ClassifierFile?
    /// The number of frames in an action classifier's window, and the number per second.
    package var (windowSize, frameRate) = (0, 0.0)

    package init() {}
}
