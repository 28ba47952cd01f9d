import TegataClassifiers

/// Trains classifiers from labelled hands, sequences or embeddings.
///
/// The same examples, options and version produce the same bytes, on every machine and with any number of threads.
package struct ClassifierTrainer: Sendable {
    private let trainer: HeadTrainer
    private let finish: @Sendable (ClassifierHead, ModelCard) -> ClassifierFile?
    private let version: String

    /// The maximum number of iterations.
    package var iterations: Int { trainer.iterations }

    /// The trained classifier and its report.
    package struct Result: Sendable, Equatable {
        package var file: ClassifierFile
        package var report: TrainingReport
    }

    /// Creates a trainer for poses.
    ///
    /// - `background` is the index of the label for inputs that match no other label.
    /// - `validation` replaces the held-out examples.
    /// - `start` is a classifier to continue from: labels with the same name keep their weights.
    /// - `version` is the version of the program, for the model card.
    package init(
        poses: [PoseExample], labels: [String], background: Int? = nil, validation: [PoseExample] = [],
        features: PoseFeatures = PoseFeatures(), augmentation: PoseAugmentation = PoseAugmentation(),
        options: TrainingOptions = TrainingOptions(), start: PoseClassifier? = nil, version: String = ""
    ) throws(TrainingError) {
        if let start, start.features != features { throw .otherNetwork }
        trainer = HeadTrainer(
            source: TrainingSource(poses, features: features, augmentation: augmentation), labels: labels,
            background: background, options: options,
            validation: validation.isEmpty
                ? nil : TrainingSource(validation, features: features, augmentation: augmentation),
            kind: .pose, start: start?.head)
        self.version = version
        finish = { head, card in PoseClassifier(features: features, head: head, card: card).map { .pose($0) } }
        try trainer.check()
    }

    /// Creates a trainer for actions from sequences with `frameRate` frames per second; sequences longer than a window
    /// yield several windows.
    package init(
        actions: [ActionExample], labels: [String], background: Int? = nil, validation: [ActionExample] = [],
        features: ActionFeatures, frameRate: Double, augmentation: ActionAugmentation = ActionAugmentation(),
        options: TrainingOptions = TrainingOptions(), start: ActionClassifier? = nil, version: String = ""
    ) throws(TrainingError) {
        guard features.windowSize >= 2, features.windowSize <= 4096 else {
            throw .option("windows of \(features.windowSize) frames are not supported; choose 2 to 4096")
        }
        guard frameRate > 0, frameRate <= ActionClassifier.largestFrameRate else {
            throw .option("\(frameRate) frames per second are not supported; choose more than 0 and at most 1000")
        }
        if let start, start.features != features || start.frameRate != frameRate { throw .otherNetwork }
        trainer = HeadTrainer(
            source: TrainingSource(actions, features: features, augmentation: augmentation), labels: labels,
            background: background, options: options,
            validation: validation.isEmpty
                ? nil : TrainingSource(validation, features: features, augmentation: augmentation),
            kind: .action, start: start?.head)
        self.version = version
        finish = { head, card in
            ActionClassifier(features: features, frameRate: frameRate, head: head, card: card).map { .action($0) }
        }
        try trainer.check()
    }

    /// Creates a trainer for a head on MediaPipe's 128 numbers, each of which varies by `jitter` in training.
    package init(
        embeddings: [VectorExample], labels: [String], background: Int? = nil, validation: [VectorExample] = [],
        jitter: Float = 0.2, options: TrainingOptions = TrainingOptions(), start: EmbeddingHead? = nil,
        version: String = ""
    ) throws(TrainingError) {
        for (index, example) in (embeddings + validation).enumerated() {
            for values in [example.values] + example.variants where values.count != EmbeddingHead.embeddingCount {
                throw .lengthsDiffer(example: index, expected: EmbeddingHead.embeddingCount, found: values.count)
            }
        }
        trainer = HeadTrainer(
            source: TrainingSource(embeddings, jitter: jitter), labels: labels, background: background,
            options: options, validation: validation.isEmpty ? nil : TrainingSource(validation, jitter: jitter),
            kind: .embedding, start: start?.head)
        self.version = version
        finish = { head, card in EmbeddingHead(head: head, card: card).map { .embedding($0) } }
        try trainer.check()
    }

    /// Trains to the end. `progress` receives a function that returns a checkpoint, and returns whether to continue.
    package func train(
        from checkpoint: TrainingCheckpoint? = nil, watch: TrainingWatch = TrainingWatch(),
        progress: (TrainingProgress, () -> TrainingCheckpoint) -> Bool = { _, _ in true }
    ) throws(TrainingError) -> Result {
        let trained = try trainer.train(from: checkpoint, watch: watch, progress: progress)
        let card = trainer.card(
            trained.report, hash: trained.hash, iterations: trained.iterations, version: version)
        guard let file = finish(trained.head, card) else { throw .otherNetwork }
        return Result(file: file, report: trained.report)
    }

    /// Returns the classifier part-way through training. It is neither evaluated nor calibrated, and it rejects
    /// nothing.
    package func classifier(of snapshot: TrainingSnapshot) -> ClassifierFile? {
        guard let head = snapshot.head() else { return nil }
        var card = ModelCard()
        card.iterations = snapshot.iteration
        card.version = version
        return finish(head, card)
    }
}
