import Synchronization
import TegataBuffers
import TegataClassifiers
import TegataTraining
import Testing

struct TrainerTests {
    /// Returns examples of poses by many people: extended fingers, bent fingers and, as a third label, fingers bent
    /// further.
    private static func poses(_ count: Int, seed: UInt64 = 1, labels: Int = 2) -> [PoseExample] {
        var chance = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let label = number % labels
            let reach: Float = label == 0 ? 1 : label == 1 ? 0.2 : -0.3
            let hand = HandKeyPoints(chirality: .right) { index in
                let finger = Float(index == 0 ? 2 : (index - 1) / 4)
                let joint = Float(index == 0 ? 0 : (index - 1) % 4)
                let y = index == 0 ? 0 : 0.3 + 0.1 * joint * reach
                return (0.5 - 0.06 * (finger - 2) + 0.006 * chance.bell(), 0.7 - y + 0.006 * chance.bell(), 1)
            }
            return PoseExample(hand: hand, label: label)
        }
    }

    private static func options(_ iterations: Int = 60) -> TrainingOptions {
        var options = TrainingOptions()
        options.iterations = iterations
        options.batchSize = 8
        options.seed = 5
        options.validation = .folds(3)
        return options
    }

    private func classifier(_ result: ClassifierTrainer.Result) throws -> PoseClassifier {
        guard case .pose(let classifier) = result.file else { throw TrainingError.otherNetwork }
        return classifier
    }

    @Test func writesTheSameBytesForTheSameSeedAndAnyThreadCount() throws {
        var options = Self.options(30)
        let examples = Self.poses(24)
        var files: [[UInt8]] = []
        for threadCount in [1, 1, 2, 4] {
            options.threadCount = threadCount
            files.append(
                try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options).train().file.bytes)
        }
        #expect(files.dropFirst().allSatisfy { $0 == files[0] })
        options.seed = 6
        let other = try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options).train()
        #expect(other.file.bytes != files[0])
    }

    @Test func learnsAndReports() throws {
        let result = try ClassifierTrainer(
            poses: Self.poses(24), labels: ["a", "b"], options: Self.options(), version: "9"
        ).train()
        #expect(result.report.heldOut?.accuracy == 1)
        #expect(result.report.heldOut?.count == 24)
        #expect(result.report.training.accuracy == 1)
        let card = result.file.card
        #expect(card.exampleCounts == [12, 12] && card.iterations == 60 && card.seed == 5 && card.version == "9")
        #expect(card.dataHash.count == 64 && card[metric: "heldOutAccuracy"] == 1)
        let trained = try classifier(result)
        for example in Self.poses(10, seed: 2) { #expect(trained.predict(example.hand).best == example.label) }
        #expect(!trained.predict(HandKeyPoints()).isKnown)
    }

    @Test func continuesFromCheckpoints() throws {
        var options = Self.options(40)
        options.reportInterval = 10
        options.validation = .split(share: 0.25)
        let trainer = try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: options)
        var bytes: [UInt8] = []
        let whole = try trainer.train { progress, checkpoint in
            if progress.done == 20 { bytes = checkpoint().bytes }
            return true
        }
        let checkpoint = try TrainingCheckpoint(Bytes(bytes), file: "c")
        #expect(checkpoint.iteration == 20)
        #expect(try trainer.train(from: checkpoint).file == whole.file)
        options.seed += 1
        let other = try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: options)
        #expect(throws: TrainingError.otherTraining) { try other.train(from: checkpoint) }
        for count in stride(from: 0, to: bytes.count, by: 997) {
            #expect(throws: ClassifierFileError.self) {
                try TrainingCheckpoint(Bytes(Array(bytes.prefix(count))), file: "c")
            }
        }
    }

    private static func checkpoint(at iteration: Int, of options: TrainingOptions) throws -> TrainingCheckpoint {
        var found: TrainingCheckpoint?
        let watch = TrainingWatch(afterStep: { if $0.iteration == iteration { found = $0.checkpoint() } })
        _ = try ClassifierTrainer(poses: poses(24), labels: ["a", "b"], options: options).train(watch: watch)
        return try #require(found)
    }

    /// The report interval does not change the classifier, unless reports decide when to stop.
    @Test func trainsTheSameClassifierAtAnyReportInterval() throws {
        var options = Self.options(20)
        options.validation = .split(share: 0.25)
        options.reportInterval = 5
        func train(_ options: TrainingOptions, _ checkpoint: TrainingCheckpoint?) throws -> ClassifierFile {
            try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: options)
                .train(from: checkpoint).file
        }
        let whole = try train(options, nil)
        let checkpoint = try Self.checkpoint(at: 10, of: options)
        options.reportInterval = 2
        #expect(try train(options, checkpoint) == whole)
        options.patience = 3
        let patient = try Self.checkpoint(at: 4, of: options)
        options.reportInterval = 3
        #expect(throws: TrainingError.otherTraining) { try train(options, patient) }
    }

    @Test func continuesWithMoreIterations() throws {
        var options = Self.options(10)
        options.validation = .none
        options.acceptsOtherLengths = true
        let checkpoint = try Self.checkpoint(at: 10, of: options)
        func train(_ iterations: Int, from checkpoint: TrainingCheckpoint?) throws -> ClassifierFile {
            options.iterations = iterations
            return try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: options)
                .train(from: checkpoint).file
        }
        let longer = try train(30, from: checkpoint)
        #expect(longer.card.iterations == 30)
        #expect(try longer == train(30, from: checkpoint))
        // The learning rates of the first steps were different.
        #expect(try longer != train(30, from: nil))
        #expect(try train(5, from: checkpoint).card.iterations == 10)
        // Accepting other lengths does not change the training itself.
        let whole = try train(10, from: nil)
        options.acceptsOtherLengths = false
        #expect(try train(10, from: nil) == whole)
        let bound = try Self.checkpoint(at: 10, of: options)
        #expect(throws: TrainingError.otherTraining) { try train(30, from: bound) }
    }

    @Test func stopsWhenTheReportReturnsFalse() throws {
        let trainer = try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: Self.options())
        #expect(throws: TrainingError.cancelled) { try trainer.train { progress, _ in progress.phase == .training } }
    }

    @Test func stopsBetweenStepsAndInFolds() throws {
        let trainer = try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: Self.options())
        let asked = Mutex(0)
        for limit in [7, 70] {
            asked.withLock { $0 = 0 }
            #expect(throws: TrainingError.cancelled) {
                try trainer.train(
                    watch: TrainingWatch(isCancelled: {
                        asked.withLock { count in
                            count += 1
                            return count > limit
                        }
                    }))
            }
            #expect(asked.withLock { $0 } <= limit + 5)
        }
    }

    @Test func callsTheWatchAfterEveryStep() throws {
        var options = Self.options(12)
        options.reportInterval = 5
        options.validation = .none
        let trainer = try ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: options)
        var (steps, reports): ([Int], [Int]) = ([], [])
        var middle: (checkpoint: TrainingCheckpoint, file: ClassifierFile?)?
        let watch = TrainingWatch(afterStep: { snapshot in
            steps.append(snapshot.iteration)
            if snapshot.iteration == 7 { middle = (snapshot.checkpoint(), trainer.classifier(of: snapshot)) }
        })
        let whole = try trainer.train(watch: watch) { progress, _ in
            reports.append(progress.done)
            return true
        }
        #expect(steps == Array(1...12) && reports == [1, 5, 10, 12])
        let found = try #require(middle)
        #expect(found.file?.card.iterations == 7 && found.file?.head.labels == ["a", "b"])
        // Continuing from any step gives the same bytes.
        #expect(try trainer.train(from: found.checkpoint).file == whole.file)
    }

    @Test func continuesWithANewLabel() throws {
        let first = try classifier(
            ClassifierTrainer(poses: Self.poses(24), labels: ["a", "b"], options: Self.options()).train())
        var options = Self.options(1)
        options.learningRate = 1e-6
        options.validation = .none
        // After one tiny step, the old labels are recognised as before, at their new places.
        let examples = Self.poses(30, labels: 3).map { PoseExample(hand: $0.hand, label: 2 - $0.label) }
        let second = try classifier(
            ClassifierTrainer(poses: examples, labels: ["c", "b", "a"], options: options, start: first).train())
        for example in Self.poses(10, seed: 2) {
            let probabilities = second.predict(example.hand).probabilities
            #expect((probabilities[2] > probabilities[1]) == (example.label == 0))
        }
        #expect(throws: TrainingError.otherNetwork) {
            try ClassifierTrainer(
                poses: examples, labels: ["c", "b", "a"], features: PoseFeatures(mirroring: .none), start: first)
        }
    }

    /// A file may contain finite weights that are too large to continue from.
    @Test func rejectsTrainingThatOverflows() throws {
        var options = Self.options(3)
        options.validation = .none
        let examples = Self.poses(8)
        let first = try classifier(
            ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options).train())
        let layers = first.head.network.layers.map { layer -> ClassifierLayer in
            guard case .dense(let weights, let bias) = layer else { return layer }
            return .dense(weights: weights.map { _ in 3e38 }, bias: bias)
        }
        let network = try #require(ClassifierNetwork(input: first.head.network.input, layers: layers))
        let head = try #require(
            ClassifierHead(labels: ["a", "b"], network: network, hasUnknownOutput: first.head.hasUnknownOutput))
        let start = try #require(PoseClassifier(features: first.features, head: head, card: first.card))
        #expect(throws: TrainingError.notFinite) {
            try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options, start: start).train()
        }
    }

    /// The classifier that training starts from may have learnt from held-out examples, so the held-out results must
    /// come from fresh ones.
    @Test(arguments: [TrainingOptions.Validation.folds(3), .split(share: 0.3)])
    func evaluatesContinuedTrainingWithFreshClassifiers(validation: TrainingOptions.Validation) throws {
        let examples = Self.poses(30)
        var options = Self.options(40)
        let first = try classifier(ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options).train())
        options.validation = validation
        let fresh = try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options).train()
        let second = try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: options, start: first).train()
        #expect(second.file != fresh.file)
        if case .folds = validation { #expect(second.report.heldOutExamples == fresh.report.heldOutExamples) }
        #expect(second.report.heldOutExamples.map(\.example) == fresh.report.heldOutExamples.map(\.example))
    }

    @Test func rejectsUnusableExamples() {
        let examples = Self.poses(4)
        #expect(throws: TrainingError.tooFewLabels(1)) { try ClassifierTrainer(poses: examples, labels: ["a"]) }
        #expect(throws: TrainingError.labelTwice("a")) { try ClassifierTrainer(poses: examples, labels: ["a", "a"]) }
        #expect(throws: TrainingError.labelWithoutExamples("c")) {
            try ClassifierTrainer(poses: examples, labels: ["a", "b", "c"])
        }
        #expect(throws: TrainingError.labelOutside(example: 0, label: 9, count: 2)) {
            try ClassifierTrainer(poses: [PoseExample(hand: examples[0].hand, label: 9)], labels: ["a", "b"])
        }
        #expect(throws: TrainingError.option("4097 labels are too many; keep at most 4096")) {
            try ClassifierTrainer(poses: examples, labels: (0...4096).map { "\($0)" })
        }
        #expect(throws: TrainingError.lengthsDiffer(example: 0, expected: 128, found: 1)) {
            try ClassifierTrainer(embeddings: [VectorExample(values: [1], label: 0)], labels: ["a", "b"])
        }
    }

    private static func kind(_ layer: ClassifierLayer) -> String {
        switch layer {
        case .affine: "affine"
        case .dense: "dense"
        case .relu: "relu"
        default: "other"
        }
    }

    @Test func trainsEmbeddings() throws {
        var chance = SeededGenerator(seed: 1)
        let examples = (0..<40).map { number in
            VectorExample(
                values: (0..<128).map { Float($0 % 2 == number % 2 ? 1 : 0) + 0.3 * chance.bell() }, label: number % 2)
        }
        let result = try ClassifierTrainer(embeddings: examples, labels: ["None", "b"], options: Self.options()).train()
        guard case .embedding(let head) = result.file else { throw TrainingError.otherNetwork }
        for example in examples { #expect(head.predict(example.values)?.best == example.label) }
        // Bundles can only contain affine and dense layers, with ReLU between hidden layers.
        #expect(head.head.network.layers.map(Self.kind) == ["affine", "dense"])
        var options = Self.options()
        options.hiddenWidths = [16]
        let deeper = try ClassifierTrainer(embeddings: examples, labels: ["None", "b"], options: options).train()
        guard case .embedding(let head) = deeper.file else { throw TrainingError.otherNetwork }
        for example in examples { #expect(head.predict(example.values)?.best == example.label) }
        #expect(head.head.network.layers.map(Self.kind) == ["affine", "dense", "affine", "relu", "dense"])
    }

    @Test func trainsWithVariantsWithoutCountingThem() throws {
        let poses = Self.poses(10)
        var varied = poses
        for index in varied.indices { varied[index].variants = [poses[index].hand.mirrored] }
        func train(_ examples: [PoseExample]) throws -> ClassifierTrainer.Result {
            try ClassifierTrainer(poses: examples, labels: ["a", "b"], options: Self.options()).train()
        }
        let (plain, first, second) = (try train(poses), try train(varied), try train(varied))
        #expect(first == second)
        #expect(first.file != plain.file)
        #expect(first.report.training.count == plain.report.training.count)
    }

    @Test func trainsActions() throws {
        let base = Self.poses(1)[0].hand
        let examples = (0..<16).map { number in
            let frames = (0..<14).map { frame in
                HandKeyPoints(chirality: .right) { index in
                    let move = number % 2 == 0 ? Float(0) : 0.2 * Float(sineAndCosine(Double(frame)).sine)
                    return (base.values[index] + move, base.values[21 + index], 1)
                }
            }
            return ActionExample(frames: frames, label: number % 2)
        }
        var options = Self.options(40)
        options.validation = .folds(2)
        let result = try ClassifierTrainer(
            actions: examples, labels: ["rest", "wave"], background: 0, features: ActionFeatures(windowSize: 12),
            frameRate: 30, options: options
        ).train()
        #expect(result.report.heldOut?.accuracy == 1)
    }
}
