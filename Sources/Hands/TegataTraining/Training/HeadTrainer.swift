import TegataBuffers
import TegataClassifiers

/// Trains, evaluates and calibrates a head; shared by trainers of all kinds.
struct HeadTrainer: Sendable {
    let source: TrainingSource
    let labels: [String]
    let background: Int?
    let options: TrainingOptions
    /// The examples used only for validation, in place of held-out ones; nil if there are none.
    let validation: TrainingSource?
    let kind: Kind
    /// The head that training continues from; nil to train from scratch.
    let start: ClassifierHead?

    enum Kind: Sendable {
        case pose, action, embedding
    }

    /// Whether the network has an output for inputs that match no label.
    var hasUnknownOutput: Bool { kind != .embedding && options.unknownShare > 0 }

    private var outputCount: Int { labels.count + (hasUnknownOutput ? 1 : 0) }

    /// The number of training iterations.
    var iterations: Int {
        if let iterations = options.iterations { return iterations }
        let epochs = kind == .action ? 40 : 60
        return min(max(source.count * epochs / options.batchSize, 300), kind == .action ? 1500 : 3000)
    }

    // MARK: Checks

    func check() throws(TrainingError) {
        guard labels.count >= 2 else { throw .tooFewLabels(labels.count) }
        guard labels.count <= ClassifierHead.largestLabelCount else {
            throw .option(
                "\(labels.count) labels are too many; keep at most \(ClassifierHead.largestLabelCount)")
        }
        var names: Set<String> = []
        for label in labels where !names.insert(label).inserted { throw .labelTwice(label) }
        for (index, label) in source.labels.enumerated() where !labels.indices.contains(label) {
            throw .labelOutside(example: source.origins[index], label: label, count: labels.count)
        }
        let used = Set(source.labels)
        for (index, label) in labels.enumerated() where !used.contains(index) {
            throw .labelWithoutExamples(label)
        }
        guard options.batchSize >= 1, options.batchSize <= 4096 else {
            throw .option("the batch size is \(options.batchSize); choose 1 to 4096")
        }
        guard iterations >= 1, iterations <= 10_000_000 else {
            throw .option("the number of iterations is \(iterations); choose 1 to 10000000")
        }
        guard options.labelWeights.isEmpty || options.labelWeights.count == labels.count else {
            throw .option(
                "there are \(options.labelWeights.count) weights for \(labels.count) labels; pass one for each")
        }
        guard options.dropout >= 0, options.dropout < 1 else {
            throw .option("the dropout is \(options.dropout); choose at least 0 and less than 1")
        }
        guard options.reportInterval >= 1 else { throw .option("the report interval must be at least 1") }
        if let widths = options.hiddenWidths, widths.contains(where: { $0 < 1 || $0 > 4096 }) {
            throw .option("a hidden layer has an unsupported width; choose 1 to 4096")
        }
        if let validation {
            for (index, label) in validation.labels.enumerated() where !labels.indices.contains(label) {
                throw .labelOutside(example: validation.origins[index], label: label, count: labels.count)
            }
        }
    }

    // MARK: Training

    /// Trains and returns the head, its report, the data hash and the number of iterations. `progress` receives a
    /// function that returns a checkpoint, and returns whether to continue.
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
            case .automatic: (members, heldOut) = split(folds(7).map { $0 == 0 })
            case .folds(let count): foldCount = count
            case .split(let share):
                (members, heldOut) = split(
                    Splits.holdOut(labels: source.labels, groups: source.groups, share: share, seed: options.seed))
            case .none: break
            }
        }
        let joined = joinedSource
        // The classifier that training continues from may have seen any of the examples, so held-out ones are judged by
        // other networks.
        let isJudgedByOthers = validation == nil && start != nil && !heldOut.isEmpty
        let watched = validation != nil ? Array(source.count..<joined.count) : isJudgedByOthers ? [] : heldOut
        guard let run = makeRun(joined, members, from: start, seed: options.seed) else { throw .otherNetwork }
        let history = try fit(
            run, watched: watched, fingerprint: fingerprint(hash), checkpoint, watch, progress)
        let novelty = noveltyModel(run, joined, members, seed: options.seed)
        guard let raw = makeHead(run, novelty: novelty) else { throw .otherNetwork }

        var examples: [HeldOutExample] = []
        if foldCount > 1 {
            let folds = folds(foldCount)
            examples = try heldOutByFolds(
                folds, count: (folds.max() ?? 0) + 1, watch.isCancelled, progress: progress, checkpoint: run)
        } else if isJudgedByOthers {
            let judged = Set(heldOut)
            let folds = all.map { judged.contains($0) ? 0 : 1 }
            examples = try heldOutByFolds(folds, count: 1, watch.isCancelled, progress: progress, checkpoint: run)
        } else if !watched.isEmpty {
            examples = measure(raw, joined, watched)
        }
        let head = calibrated(raw, examples)
        guard head.isFinite else { throw .notFinite }
        return (head, report(head, joined, members, examples, history), hash, run.iteration)
    }

    /// The examples, followed by the validation examples.
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

    private func folds(_ count: Int) -> [Int] {
        Splits.folds(labels: source.labels, groups: source.groups, count: count, seed: options.seed)
    }

    private func split(_ isHeldOut: [Bool]) -> ([Int], [Int]) {
        // Training needs every label, so if all of a label's examples would be held out, they stay in training.
        let trained = Set(isHeldOut.indices.lazy.filter { !isHeldOut[$0] }.map { source.labels[$0] })
        func isMember(_ index: Int) -> Bool { !isHeldOut[index] || !trained.contains(source.labels[index]) }
        return (isHeldOut.indices.filter(isMember), isHeldOut.indices.filter { !isMember($0) })
    }

    func makeRun(_ source: TrainingSource, _ members: [Int], from start: ClassifierHead?, seed: UInt64) -> TrainingRun?
    {
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

    func fingerprint(_ hash: String) -> String {
        var parts = [
            hash, validation?.dataHash(labels: labels) ?? "", "\(kind)", "\(background ?? -1)", "\(options.seed)",
            options.acceptsOtherLengths ? "" : "\(iterations)", "\(options.batchSize)",
            "\(options.learningRate ?? 0)", "\(options.weightDecay)", "\(options.labelSmoothing)",
            "\(options.dropout)", "\(options.isBalanced)", "\(options.labelWeights)",
            "\(options.hiddenWidths ?? [])", "\(options.validation)", "\(options.patience)",
            options.patience > 0 ? "\(options.reportInterval)" : "", "\(options.unknownShare)", "\(source.shape)",
        ]
        if let start {
            var writer = ByteWriter()
            start.write(to: &writer)
            parts.append(sha256(Bytes(writer.bytes)))
        }
        switch source.content {
        case .poses(_, let features, let augmentation): parts.append("\(features) \(augmentation)")
        case .actions(_, _, let features, let augmentation): parts.append("\(features) \(augmentation)")
        case .vectors(_, let jitter): parts.append("\(jitter)")
        }
        return parts.joined(separator: "\n")
    }

    /// Trains to the end, or until the loss on `watched` no longer decreases, in which case it returns to the state
    /// with the lowest loss.
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
            // Stop, because later steps cannot make the weights finite again.
            guard !isReported || run.isFinite else { throw .notFinite }
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
            // Report the first step as well, to show the starting point.
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
}
