import TegataClassifiers

/// The evaluation and calibration of a trained head, using examples that were not used for training.
extension HeadTrainer {
    /// The bias that makes unknown inputs, at their frequency in training, a third as likely as a single label.
    private var unknownPrior: Float {
        hasUnknownOutput ? Float(logarithm(1 / (3 * Double(options.unknownShare) * Double(labels.count)))) : 0
    }

    func makeHead(_ run: TrainingRun, novelty: NoveltyModel?) -> ClassifierHead? {
        ClassifierNetwork(input: source.shape, layers: run.network.classifierLayers()).flatMap {
            ClassifierHead(
                labels: labels, background: background, network: $0, hasUnknownOutput: hasUnknownOutput,
                unknownBias: unknownPrior, novelty: novelty)
        }
    }

    /// Returns the novelty model for randomly changed examples. The changes are milder than in training, because
    /// stronger changes help the network to generalise but would let unknown inputs pass.
    func noveltyModel(
        _ run: TrainingRun, _ source: TrainingSource, _ members: [Int], seed: UInt64
    ) -> NoveltyModel? {
        let space: NoveltyModel.Space = kind == .pose ? .features : .embedding
        let source = source.withMilderChanges
        guard let head = makeHead(run, novelty: nil) else { return nil }
        let dimensions = space == .features ? head.network.input.count : head.network.embeddingCount
        var generator = SeededGenerator(seed: seed, stream: 5)
        let copies = max(1, min(32, 3000 / max(members.count, 1)))
        var (rows, labels) = ([Float](), [Int]())
        rows.reserveCapacity(copies * members.count * dimensions)
        var features = [Float](repeating: 0, count: source.shape.count)
        for member in members where source.labels[member] != background {
            for _ in 0..<copies {
                features.withUnsafeMutableBufferPointer { features in
                    guard let base = features.baseAddress else { return }
                    source.write(member, to: base, &generator)
                    if space == .features {
                        rows.append(contentsOf: features)
                    } else {
                        head.network.withOutput(base) { embedding, _ in rows.append(contentsOf: embedding) }
                    }
                }
                labels.append(source.labels[member])
            }
        }
        return NoveltyFit.fit(
            rows: rows, labels: labels, dimensions: dimensions, background: background, space: space,
            prototypesPerLabel: 8)
    }

    /// Returns the outputs for each of the first `foldCount` folds, from networks trained from scratch on the other
    /// folds, because the classifier that training continues from may have seen the fold.
    func heldOutByFolds(
        _ folds: [Int], count foldCount: Int, _ isCancelled: @escaping @Sendable () -> Bool,
        progress: (TrainingProgress, () -> TrainingCheckpoint) -> Bool, checkpoint run: TrainingRun
    ) throws(TrainingError) -> [HeldOutExample] {
        let last = TrainingCheckpoint(
            fingerprint: fingerprint(source.dataHash(labels: labels)), state: run.state, best: nil,
            bestLoss: .greatestFiniteMagnitude, reportsWithoutGain: 0)
        var results: [HeldOutExample] = []
        // Train as many folds at a time as there are threads, so that `progress` can cancel in between.
        let step = max(1, options.threadCount)
        for first in stride(from: 0, to: foldCount, by: step) {
            let report = TrainingProgress(phase: .evaluating, done: first, total: foldCount)
            guard progress(report, { last }) else { throw .cancelled }
            let part = FoldWorkers.results(count: min(step, foldCount - first), threadCount: step) { index in
                heldOut(of: first + index, folds, isCancelled)
            }
            guard !isCancelled() else { throw .cancelled }
            results += part.flatMap { $0 }
        }
        return results
    }

    /// Returns the outputs for a fold, from a network trained on the others; not usable if cancelled.
    private func heldOut(of fold: Int, _ folds: [Int], _ isCancelled: () -> Bool) -> [HeldOutExample] {
        let members = folds.indices.filter { folds[$0] != fold }
        let seed = options.seed &+ UInt64(fold + 1) &* 0x9E37
        guard !members.isEmpty, let run = makeRun(source, members, from: nil, seed: seed) else { return [] }
        while run.iteration < iterations {
            guard !isCancelled() else { return [] }
            _ = run.step()
        }
        let novelty = noveltyModel(run, source, members, seed: seed)
        guard let head = makeHead(run, novelty: novelty) else { return [] }
        return measure(head, source, folds.indices.filter { folds[$0] == fold })
    }

    func measure(
        _ head: ClassifierHead, _ source: TrainingSource, _ members: [Int]
    ) -> [HeldOutExample] {
        var features = [Float](repeating: 0, count: source.shape.count)
        return features.withUnsafeMutableBufferPointer { features in
            guard let base = features.baseAddress else { return [] }
            return members.map { member in
                source.write(member, to: base)
                let result = head.measure(base)
                return HeldOutExample(
                    example: source.origins[member], label: source.labels[member], logits: result.logits,
                    distance: result.distance, margin: result.margin)
            }
        }
    }

    /// Returns the head with a temperature and thresholds calibrated on held-out examples.
    func calibrated(_ head: ClassifierHead, _ examples: [HeldOutExample]) -> ClassifierHead {
        var head = head
        guard !examples.isEmpty else {
            head.novelty = nil
            return head
        }
        if background != nil, hasUnknownOutput { head.unknownBias = bestBias(head, examples) }
        head.temperature = Calibration.temperature(
            logits: examples.map { head.joined($0.logits) }, labels: examples.map(\.label))
        // Too few examples cannot show the limits of known inputs.
        let known = examples.filter { $0.label != background }
        if kind == .embedding {
            head.confidenceThreshold = Calibration.confidenceThreshold(
                head, known, rejectedShare: options.rejectedShare)
        }
        guard var novelty = head.novelty, known.count >= 8 else {
            head.novelty = nil
            return head
        }
        novelty.distanceScale = Calibration.scale(known.map(\.distance))
        novelty.marginScale = Calibration.scale(known.map(\.margin))
        novelty.threshold = Calibration.quantile(
            known.map { novelty.novelty(distance: $0.distance, margin: $0.margin) }, 1 - options.rejectedShare)
        head.novelty = novelty
        return head
    }

    /// Returns the unknown output's bias that minimises the loss on held-out examples, near the expected one.
    private func bestBias(_ head: ClassifierHead, _ examples: [HeldOutExample]) -> Float {
        var head = head
        var (best, smallest) = (unknownPrior, Double.greatestFiniteMagnitude)
        for step in -8...4 {
            head.unknownBias = unknownPrior + 0.5 * Float(step)
            let logits = examples.map { head.joined($0.logits) }
            let labels = examples.map(\.label)
            let temperature = Calibration.temperature(logits: logits, labels: labels)
            let deviation = 0.5 * Double(step)
            let loss =
                Calibration.loss(logits: logits, labels: labels, temperature: temperature) + deviation * deviation / 8
            if loss < smallest { (best, smallest) = (head.unknownBias, loss) }
        }
        return best
    }

    func report(
        _ head: ClassifierHead, _ source: TrainingSource, _ members: [Int], _ examples: [HeldOutExample],
        _ history: [TrainingProgress]
    ) -> TrainingReport {
        func best(_ logits: [Float]) -> Int { ClassifierHead.best(head.joined(logits)) }
        let trained = measure(head, source, members)
        var report = TrainingReport(
            training: ClassifierMetrics(
                labels: trained.map(\.label), predictions: trained.map { best($0.logits) }, labelCount: labels.count),
            heldOutExamples: examples, history: history)
        guard !examples.isEmpty else { return report }
        let predictions = examples.map { best($0.logits) }
        report.heldOut = ClassifierMetrics(
            labels: examples.map(\.label), predictions: predictions, labelCount: labels.count)
        let confidences = zip(examples, predictions).map { example, prediction in
            softmax(head.joined(example.logits), temperature: head.temperature)[prediction]
        }
        report.calibrationError = Calibration.error(
            confidences: confidences, isRight: zip(examples, predictions).map { $0.label == $1 })
        if let novelty = head.novelty {
            let known = examples.filter { $0.label != background }
            let rejected = known.filter {
                novelty.novelty(distance: $0.distance, margin: $0.margin) > novelty.threshold
            }
            report.rejectedShare = Double(rejected.count) / Double(max(known.count, 1))
        }
        return report
    }

    /// Returns the model card for the training.
    func card(_ report: TrainingReport, hash: String, iterations: Int, version: String) -> ModelCard {
        var card = ModelCard()
        card.dataHash = hash
        card.exampleCounts = [Int](repeating: 0, count: labels.count)
        for label in source.labels { card.exampleCounts[label] += 1 }
        card.seed = options.seed
        card.iterations = iterations
        card.version = version
        func add(_ name: String, _ value: Double?) {
            if let value { card.metrics.append(ModelCardMetric(name: name, value: value)) }
        }
        add("trainingAccuracy", report.training.accuracy)
        add("heldOutAccuracy", report.heldOut?.accuracy)
        add("heldOutMacroF1", report.heldOut?.macroF1)
        add("heldOutRejectedShare", report.rejectedShare)
        add("calibrationError", report.calibrationError)
        return card
    }
}
