import TegataClassifiers
import TegataHands
import TegataSystem
import TegataTool
import TegataTraining
import TegataTrainingData

/// A training from its examples to the classifier.
struct ClassifierTraining {
    let setup: TrainingSetup
    let data: TrainingData

    /// Trains to the end, or until somebody interrupts it.
    func run(
        from checkpoint: TrainingCheckpoint?, _ console: Console
    ) throws(CommandError) -> ClassifierTrainer.Result {
        if let checkpoint, let path = setup.checkpointPath {
            console.warn("\(path): goes on from iteration \(checkpoint.iteration)")
        }
        var progress = Progress("training", total: nil)
        var phase = TrainingProgress.Phase.training
        var last: (iteration: Int, state: (() -> TrainingCheckpoint)?) = (0, nil)
        var saved: TrainingCheckpoint?
        do throws(TrainingError) {
            let trainer = try trainer()
            progress = Progress("training", total: trainer.iterations)
            return try trainer.train(from: checkpoint) { step, state in
                if step.phase != phase {
                    progress = Progress("judging by folds", total: step.total)
                    phase = step.phase
                }
                if step.phase == .training { last.iteration = step.done }
                progress.advance(to: step.done, remark: Self.remark(step), console)
                guard Interruption.isRequested else { return true }
                saved = state()
                return false
            }
        } catch {
            console.clearStatus()
            throw try failure(error, after: last.iteration, saved)
        }
    }

    private static func remark(_ step: TrainingProgress) -> String {
        guard step.phase == .training else { return "" }
        let right = step.validationAccuracy ?? step.accuracy
        return ", loss \(fixed(step.loss, 3)), right \(fixed(100 * right, 1)) %"
            + (step.validationAccuracy == nil ? "" : " of what is held out")
    }

    private func failure(
        _ error: TrainingError, after iteration: Int, _ state: TrainingCheckpoint?
    ) throws(CommandError) -> CommandError {
        switch error {
        case .cancelled:
            Interruption.noteRecordingWasCut()
            let what = "interrupted after \(iteration) iterations, and \(setup.output) was not written"
            guard let path = setup.checkpointPath, let bytes = state?.bytes else {
                return .failure("\(what); name a --checkpoint to be able to go on")
            }
            try orFailure { () throws(FileError) in try PendingFile.writeFile(bytes.span.bytes, to: path) }
            return .failure("\(what); the same command goes on from \(path)")
        case .otherTraining:
            return .failure(
                "\(setup.checkpointPath ?? ""): belongs to a training with other data or options; repeat those, or"
                    + " remove the file"
            )
        case .otherNetwork: return .failure("\(setup.olderPath ?? setup.output): \(error)")
        default: return .failure("\(setup.paths.joined(separator: ", ")): \(error)")
        }
    }

    private func trainer() throws(TrainingError) -> ClassifierTrainer {
        let options = setup.options
        switch data.examples {
        case .poses(let examples):
            var older: PoseClassifier?
            if case .pose(let classifier) = setup.older { older = classifier }
            var validation: [PoseExample] = []
            if case .poses(let others) = data.validation?.examples { validation = others.examples }
            return try ClassifierTrainer(
                poses: examples.examples, labels: data.labels, background: data.background, validation: validation,
                features: older?.features ?? PoseFeatures(),
                augmentation: setup.augmentation?.pose ?? PoseAugmentation(), options: options, start: older,
                version: Version.number)
        case .embeddings(let examples):
            var older: EmbeddingHead?
            if case .embedding(let head) = setup.older { older = head }
            var validation: [VectorExample] = []
            if case .embeddings(let others) = data.validation?.examples { validation = others.examples }
            return try ClassifierTrainer(
                embeddings: examples.examples, labels: data.labels, background: data.background,
                validation: validation, options: options, start: older, version: Version.number)
        case .actions(let examples):
            var older: ActionClassifier?
            if case .action(let classifier) = setup.older { older = classifier }
            var validation: [ActionExample] = []
            if case .actions(let others) = data.validation?.examples { validation = others.examples }
            return try ClassifierTrainer(
                actions: examples.examples, labels: data.labels, background: data.background, validation: validation,
                features: older?.features ?? ActionFeatures(windowSize: setup.windowSize), frameRate: setup.frameRate,
                augmentation: setup.augmentation?.action ?? ActionAugmentation(), options: options, start: older,
                version: Version.number)
        }
    }
}
