import TegataClassifiers

/// Trains, judges and calibrates a head: what trainers of all kinds share.
struct HeadTrainer: Sendable {
    let source: TrainingSource
    let labels: [String]
    let background: Int?
    let options: TrainingOptions
    /// What is only looked at, never trained with; in place of what would be held out.
    let validation: TrainingSource?
    let kind: Kind
    /// What training goes on from.
    let start: ClassifierHead?

    enum Kind: Sendable {
        case pose, action, embedding
    }

    /// Whether the network gets an output for what is none of the labels.
    private var hasUnknownOutput: Bool { kind != .embedding && options.unknownShare > 0 }

    private var outputCount: Int { labels.count + (hasUnknownOutput ? 1 : 0) }

    /// How many iterations training takes.
    var iterations: Int {
        if let iterations = options.iterations { return iterations }
        let epochs = kind == .action ? 40 : 60
        return min(max(source.count * epochs / options.batchSize, 300), kind == .action ? 1500 : 3000)
    }

    // MARK: Checks

    func check() throws(TrainingError) {
        guard labels.count >= 2 else { throw .tooFewLabels(labels.count) }
        for (index, label) in labels.enumerated() where labels[..<index].contains(label) { throw .labelTwice(label) }
        for (index, label) in source.labels.enumerated() where !labels.indices.contains(label) {
            throw .labelOutside(example: source.origins[index], label: label, count: labels.count)
        }
        for (index, label) in labels.enumerated() where !source.labels.contains(index) {
            throw .labelWithoutExamples(label)
        }
        guard options.batchSize >= 1, options.batchSize <= 4096 else {
            throw .option("batches of \(options.batchSize) are not possible; choose 1 to 4096")
        }
        guard iterations >= 1, iterations <= 10_000_000 else {
            throw .option("\(iterations) iterations are not possible; choose at least 1")
        }
        guard options.labelWeights.isEmpty || options.labelWeights.count == labels.count else {
            throw .option("there are \(options.labelWeights.count) weights for \(labels.count) labels")
        }
        guard options.dropout >= 0, options.dropout < 1 else {
            throw .option("a dropout of \(options.dropout) is not possible; choose 0 up to 1")
        }
        guard options.reportInterval >= 1 else { throw .option("the report interval has to be at least 1") }
        if let widths = options.hiddenWidths, widths.contains(where: { $0 < 1 || $0 > 4096 }) {
            throw .option("hidden layers have 1 to 4096 numbers")
        }
        if let validation {
            for (index, label) in validation.labels.enumerated() where !labels.indices.contains(label) {
                throw .labelOutside(example: validation.origins[index], label: label, count: labels.count)
            }
        }
    }

    // MARK: Training

    /// What was trained, and what is known of it. `progress` returns whether to go on; `checkpoint` is called with it.
    func train(
        from checkpoint: TrainingCheckpoint?, watch: TrainingWatch,
        progress: (TrainingProgress, () -> TrainingCheckpoint) -> Bool
    ) throws(TrainingError) -> (head: ClassifierHead, report: TrainingReport, hash: String, iterations: Int) {
        try check()
        let hash = source.dataHash(labels: labels)
        let all = Array(0..<source.count)
        var (members, heldOut, foldCount) = (all, [Int](), 0)
        if validation == nil {
            switch options.validation {
            case .automatic where source.count < 200: foldCount = 5
            case .automatic: (members, heldOut) = split(0.15)
            case .folds(let count): foldCount = count
            case .split(let share): (members, heldOut) = split(share)
            case .none: break
            }
        }
        let joined = joinedSource
        let watched = validation == nil ? heldOut : Array(source.count..<joined.count)
        guard let run = makeRun(joined, members, seed: options.seed) else { throw .otherNetwork }
        let history = try fit(
            run, watched: watched, fingerprint: fingerprint(hash), checkpoint, watch, progress)
        let novelty = noveltyModel(run, joined, members, seed: options.seed)
        guard let raw = makeHead(run, novelty: novelty) else { throw .otherNetwork }

        var examples: [HeldOutExample] = []
        if foldCount > 1 {
            examples = try heldOutByFolds(foldCount, watch.isCancelled, progress: progress, checkpoint: run)
        } else if !watched.isEmpty {
            examples = measure(raw, joined, watched, seed: options.seed)
        }
        let head = calibrated(raw, examples)
        return (head, report(head, joined, members, examples, history), hash, run.iteration)
    }

    /// The examples with those to validate with behind them.
    private var joinedSource: TrainingSource {
        guard let validation else { return source }
        var joined = source
        let offset = (source.groups.max() ?? 0) + 1
        switch (source.content, validation.content) {
        case (.poses(let own, let features, let augmentation), .poses(let others, _, _)):
            joined.content = .poses(own + others, features, augmentation)
        case (.actions(let own, let windows, let features, let augmentation), .actions(let others, let more, _, _)):
            let moved = more.map { TrainingSource.Window(sequence: $0.sequence + own.count, start: $0.start) }
            joined.content = .actions(own + others, windows + moved, features, augmentation)
        case (.vectors(let own, let jitter), .vectors(let others, _)):
            joined.content = .vectors(own + others, jitter: jitter)
        default: return source
        }
        joined.labels += validation.labels
        joined.groups += validation.groups.map { $0 + offset }
        joined.origins += validation.origins
        return joined
    }

    private func split(_ share: Double) -> ([Int], [Int]) {
        let isHeldOut = Splits.holdOut(labels: source.labels, groups: source.groups, share: share, seed: options.seed)
        var members = isHeldOut.indices.filter { !isHeldOut[$0] }
        // Every label is needed in training.
        for label in labels.indices where !members.contains(where: { source.labels[$0] == label }) {
            members += isHeldOut.indices.filter { source.labels[$0] == label }
        }
        members.sort()
        return (members, isHeldOut.indices.filter { isHeldOut[$0] && !members.contains($0) })
    }

    private func makeRun(_ source: TrainingSource, _ members: [Int], seed: UInt64) -> TrainingRun? {
        let dropout = options.dropout
        let outputs = outputCount
        let layers: (TrainableLayer) -> [TrainableLayer]
        switch kind {
        case .pose:
            let widths = options.hiddenWidths ?? [64, 32]
            layers = { standardization in
                var layers = [standardization]
                for width in widths { layers += [.dense(outputs: width), .relu, .dropout(rate: dropout)] }
                return layers + [.dense(outputs: outputs)]
            }
        case .action:
            let frames = source.shape.frames
            let first = min(5, frames)
            let left = (frames - first) / 2 + 1
            layers = { standardization in
                [
                    standardization, .convolution(kernel: first, stride: 2, outputs: 32), .relu,
                    .convolution(kernel: min(5, left), stride: 2, outputs: 32), .relu, .meanAndMaximum,
                    .dropout(rate: dropout), .dense(outputs: outputs),
                ]
            }
        case .embedding:
            let widths = options.hiddenWidths ?? []
            layers = { standardization in
                var layers = [standardization]
                for width in widths {
                    layers += [.dense(outputs: width), .batchNormalization, .relu, .dropout(rate: dropout)]
                }
                return layers + [.dropout(rate: dropout), .dense(outputs: outputs)]
            }
        }
        let count = iterations
        let recipe = TrainingRun.Recipe(
            iterations: count, learningRate: options.learningRate ?? (count < 200 ? 0.01 : 0.005), layers: layers,
            outputCount: outputs, unknownOutput: hasUnknownOutput ? labels.count : nil, background: background,
            start: start.map { head in
                let names = (0..<outputs).map { output -> Int? in
                    if output < labels.count { return head.labels.firstIndex(of: labels[output]) }
                    return head.hasUnknownOutput ? head.labels.count : nil
                }
                return (head, names)
            })
        return TrainingRun(source, members: members, recipe: recipe, options: options, seed: seed)
    }

    private func fingerprint(_ hash: String) -> String {
        var parts = [
            hash, validation?.dataHash(labels: labels) ?? "", "\(kind)", "\(background ?? -1)", "\(options.seed)",
            "\(iterations)", "\(options.batchSize)", "\(options.learningRate ?? 0)", "\(options.weightDecay)",
            "\(options.labelSmoothing)", "\(options.dropout)", "\(options.isBalanced)", "\(options.labelWeights)",
            "\(options.hiddenWidths ?? [])", "\(options.validation)", "\(options.patience)",
            "\(options.reportInterval)", "\(options.unknownShare)", "\(source.shape)",
        ]
        switch source.content {
        case .poses(_, let features, let augmentation): parts.append("\(features) \(augmentation)")
        case .actions(_, _, let features, let augmentation): parts.append("\(features) \(augmentation)")
        case .vectors(_, let jitter): parts.append("\(jitter)")
        }
        return parts.joined(separator: "\n")
    }

    /// Runs to the end, or until the loss on what is watched no longer shrinks, and goes back to where it was smallest.
    private func fit(
        _ run: TrainingRun, watched: [Int], fingerprint: String, _ checkpoint: TrainingCheckpoint?,
        _ watch: TrainingWatch, _ progress: (TrainingProgress, () -> TrainingCheckpoint) -> Bool
    ) throws(TrainingError) -> [TrainingProgress] {
        var history: [TrainingProgress] = []
        var best: TrainingState?
        var (bestLoss, withoutGain) = (Double.greatestFiniteMagnitude, 0)
        if let checkpoint {
            guard checkpoint.fingerprint == fingerprint, run.fits(checkpoint.state),
                checkpoint.best.map({ run.fits($0) }) ?? true
            else { throw .otherTraining }
            run.state = checkpoint.state
            (best, bestLoss, withoutGain) = (checkpoint.best, checkpoint.bestLoss, checkpoint.reportsWithoutGain)
        }
        let total = iterations
        var (loss, right, count) = (0.0, 0, 0)
        while run.iteration < total {
            if !watched.isEmpty, options.patience > 0, withoutGain >= options.patience { break }
            guard !watch.isCancelled() else { throw .cancelled }
            let step = run.step()
            loss += step.loss
            right += step.right
            count += step.count
            let isReported = run.iteration % options.reportInterval == 0 || run.iteration == total
            defer {
                watch.afterStep(
                    TrainingSnapshot(
                        iteration: run.iteration,
                        checkpoint: {
                            TrainingCheckpoint(
                                fingerprint: fingerprint, state: run.state, best: best, bestLoss: bestLoss,
                                reportsWithoutGain: withoutGain)
                        }, head: { self.makeHead(run, novelty: nil) }))
            }
            // The first is reported as well, so that whoever watches sees where it began.
            guard isReported || run.iteration == 1 else { continue }
            var report = TrainingProgress(
                phase: .training, done: run.iteration, total: total, loss: loss / Double(max(count, 1)),
                accuracy: Double(right) / Double(max(count, 1)))
            (loss, right, count) = (0, 0, 0)
            if !watched.isEmpty {
                let result = run.evaluate(watched)
                report.validationLoss = result.loss
                report.validationAccuracy = result.accuracy
                if options.patience > 0, result.loss < bestLoss {
                    (best, bestLoss, withoutGain) = (run.state, result.loss, 0)
                } else if isReported {
                    withoutGain += 1
                }
            }
            history.append(report)
            let wantsMore = progress(report) {
                TrainingCheckpoint(
                    fingerprint: fingerprint, state: run.state, best: best, bestLoss: bestLoss,
                    reportsWithoutGain: withoutGain)
            }
            guard wantsMore else { throw .cancelled }
        }
        if let best { run.state = best }
        return history
    }

    // MARK: Judging

    /// What makes the unknown, as often as training shows it, a third as likely as one label.
    private var unknownPrior: Float {
        hasUnknownOutput ? Float(logarithm(1 / (3 * Double(options.unknownShare) * Double(labels.count)))) : 0
    }

    private func makeHead(_ run: TrainingRun, novelty: NoveltyModel?) -> ClassifierHead? {
        ClassifierNetwork(input: source.shape, layers: run.network.classifierLayers()).flatMap {
            ClassifierHead(
                labels: labels, background: background, network: $0, hasUnknownOutput: hasUnknownOutput,
                unknownBias: unknownPrior, novelty: novelty)
        }
    }

    /// The space of distances, of examples changed by chance, though less than in training: there it is good to learn
    /// of more than there is, here it would let the unknown pass.
    private func noveltyModel(
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

    private func heldOutByFolds(
        _ count: Int, _ isCancelled: @escaping @Sendable () -> Bool,
        progress: (TrainingProgress, () -> TrainingCheckpoint) -> Bool, checkpoint run: TrainingRun
    ) throws(TrainingError) -> [HeldOutExample] {
        let folds = Splits.folds(labels: source.labels, groups: source.groups, count: count, seed: options.seed)
        let foldCount = (folds.max() ?? 0) + 1
        let last = TrainingCheckpoint(
            fingerprint: fingerprint(source.dataHash(labels: labels)), state: run.state, best: nil,
            bestLoss: .greatestFiniteMagnitude, reportsWithoutGain: 0)
        var results: [HeldOutExample] = []
        // As many folds at a time as there are threads, so that whoever watches can end it.
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

    /// Nothing of use where it is cancelled.
    private func heldOut(of fold: Int, _ folds: [Int], _ isCancelled: () -> Bool) -> [HeldOutExample] {
        let members = folds.indices.filter { folds[$0] != fold }
        let seed = options.seed &+ UInt64(fold + 1) &* 0x9E37
        guard !members.isEmpty, let run = makeRun(source, members, seed: seed) else { return [] }
        while run.iteration < iterations {
            guard !isCancelled() else { return [] }
            _ = run.step()
        }
        let novelty = noveltyModel(run, source, members, seed: seed)
        guard let head = makeHead(run, novelty: novelty) else { return [] }
        return measure(head, source, folds.indices.filter { folds[$0] == fold }, seed: seed)
    }

    private func measure(
        _ head: ClassifierHead, _ source: TrainingSource, _ members: [Int], seed: UInt64
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

    /// The head with temperature and thresholds that suit what was held out.
    private func calibrated(_ head: ClassifierHead, _ examples: [HeldOutExample]) -> ClassifierHead {
        var head = head
        guard !examples.isEmpty else {
            head.novelty = nil
            return head
        }
        if background != nil, hasUnknownOutput { head.unknownBias = bestBias(head, examples) }
        head.temperature = Calibration.temperature(
            logits: examples.map { head.joined($0.logits) }, labels: examples.map(\.label))
        // Too few say too little about how far what is known reaches.
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

    /// The bias of what is unknown with which what was held out is judged best, not far from the expected one.
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

    private func report(
        _ head: ClassifierHead, _ source: TrainingSource, _ members: [Int], _ examples: [HeldOutExample],
        _ history: [TrainingProgress]
    ) -> TrainingReport {
        func best(_ logits: [Float]) -> Int { ClassifierHead.best(head.joined(logits)) }
        let trained = measure(head, source, members, seed: options.seed)
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

    /// What a file says of the training.
    func card(_ report: TrainingReport, hash: String, iterations: Int, version: String) -> ModelCard {
        var card = ModelCard()
        card.dataHash = hash
        card.exampleCounts = labels.indices.map { label in source.labels.reduce(0) { $0 + ($1 == label ? 1 : 0) } }
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
