import Synchronization
import TegataClassifiers
import TegataHands
import TegataTraining
import TegataTrainingData

/// Runs a session to its end, on the calling thread.
struct TrainingProcess: Sendable {
    let core: SessionCore
    /// Called before every image and every training step.
    var isCancelled: @Sendable () -> Bool = { false }
    /// Receives the state of the session and its completed fraction.
    var progress: @Sendable (MLProgress, Double) -> Void = { _, _ in }
    var checkpoint: @Sendable (MLCheckpoint) -> Void = { _ in }
    /// Receives notices about skipped data.
    var notices: @Sendable ([DataNotice]) -> Void = { _ in }

    func run() throws(MLCreateError) -> TrainingOutcome {
        try core.begin(isCancelled)
        defer { core.end() }
        let start = Date()
        let material = try material(since: start)
        let last = try core.trainingCheckpoint()
        let trainer = try trainer(material, from: last)
        return try train(trainer, from: last, since: start)
    }

    // MARK: Features

    private func material(since start: Date) throws(MLCreateError) -> TrainingMaterial {
        if let known = try core.material() { return known }
        core.note(.extractingFeatures, iteration: 0)
        tell(.extractingFeatures, 0, nil, 0, since: start)
        let extraction = FeatureExtraction { done, total in
            core.note(.extractingFeatures, iteration: done)
            tell(.extractingFeatures, done, total, 0.4 * Double(done) / Double(max(total, 1)), since: start)
            return !isCancelled()
        }
        var notices: [DataNotice] = []
        defer { self.notices(notices) }
        let material = try extraction.material(of: core.plan, notices: &notices)
        if let made = try core.keep(material) { checkpoint(made) }
        return material
    }

    private func trainer(
        _ material: TrainingMaterial, from last: TrainingCheckpoint?
    ) throws(MLCreateError) -> ClassifierTrainer {
        var recipe = core.plan.recipe(exampleCount: material.examples.count, core.parameters)
        // Never go below the number of iterations already made; the classifiers for validation train for as many.
        recipe.options.iterations = recipe.options.iterations.map { max($0, last?.iteration ?? 0) }
        do throws(TrainingError) { return try material.trainer(recipe) } catch { throw MLCreateError(error) }
    }

    // MARK: Training

    private func train(
        _ trainer: ClassifierTrainer, from last: TrainingCheckpoint?, since start: Date
    ) throws(MLCreateError) -> TrainingOutcome {
        core.note(.training, iteration: last?.iteration ?? 0)
        var metrics: [MLProgress.Metric: Double] = [:]
        var failure: MLCreateError?
        let total = trainer.iterations
        let interval = max(core.parameters.checkpointInterval, 1)
        tell(.training, last?.iteration ?? 0, total, 0.4, since: start)
        // Stop if the disk is full, because the user wants the checkpoints.
        let hasFailed = Mutex(false)
        let keepState = { (snapshot: TrainingSnapshot) in
            core.note(.training, iteration: snapshot.iteration)
            guard snapshot.iteration % interval == 0 || snapshot.iteration == total else { return }
            do throws(MLCreateError) {
                if let made = try core.keep(snapshot, of: trainer, metrics: metrics) { checkpoint(made) }
            } catch {
                failure = error
                hasFailed.withLock { $0 = true }
            }
        }
        let watch = TrainingWatch(
            isCancelled: { isCancelled() || hasFailed.withLock { $0 } }, afterStep: keepState)
        do throws(TrainingError) {
            let result = try trainer.train(from: last, watch: watch) { report, _ in
                switch report.phase {
                case .training:
                    metrics = report.metrics
                    let share = 0.4 + 0.5 * Double(report.done) / Double(max(report.total, 1))
                    tell(.training, report.done, report.total, share, metrics, since: start)
                case .evaluating:
                    core.note(.evaluating, iteration: total)
                    let share = 0.9 + 0.1 * Double(report.done) / Double(max(report.total, 1))
                    tell(.evaluating, report.done, report.total, share, metrics, since: start)
                }
                return !isCancelled()
            }
            core.note(.evaluating, iteration: total)
            tell(.evaluating, 1, 1, 1, metrics, since: start)
            return TrainingOutcome(file: result.file, report: result.report)
        } catch { throw failure ?? MLCreateError(error) }
    }

    private func tell(
        _ phase: MLPhase, _ done: Int, _ total: Int?, _ share: Double, _ metrics: [MLProgress.Metric: Double] = [:],
        since start: Date
    ) {
        var report = MLProgress(phase: phase)
        report.elapsedTime = Date().timeIntervalSince(start)
        report.itemCount = done
        report.totalItemCount = total
        report.metrics = metrics
        progress(report, share)
    }
}

extension TrainingProgress {
    fileprivate var metrics: [MLProgress.Metric: Double] {
        var metrics: [MLProgress.Metric: Double] = [.loss: loss, .accuracy: accuracy]
        metrics[.validationLoss] = validationLoss
        metrics[.validationAccuracy] = validationAccuracy
        return metrics
    }
}

extension MLCreateError {
    init(_ error: TrainingError) {
        switch error {
        case .cancelled: self = .cancelled
        case .otherTraining:
            self = .generic(
                reason: "the session's checkpoints belong to other key points or to another version;"
                    + " remove them, or use another session directory")
        default: self = .generic(reason: error.description)
        }
    }
}
