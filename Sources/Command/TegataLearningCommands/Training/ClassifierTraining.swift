import TegataClassifiers
import TegataHands
import TegataSystem
import TegataTool
import TegataTraining
import TegataTrainingData

/// A training run, from the examples to the classifier.
struct ClassifierTraining {
    let setup: TrainingSetup
    let data: TrainingData

    /// Trains to the end. If the user interrupts the training, writes the checkpoint if there is a path for it, and
    /// throws.
    func run(from checkpoint: TrainingCheckpoint?, _ console: Console) throws -> ClassifierTrainer.Result {
        if let checkpoint, let path = setup.checkpointPath {
            console.warn("\(path): resuming at iteration \(checkpoint.iteration)")
        }
        var progress = Progress("training", total: nil)
        var phase = TrainingProgress.Phase.training
        var last: (iteration: Int, state: (() -> TrainingCheckpoint)?) = (0, nil)
        var saved: TrainingCheckpoint?
        do {
            let trainer = try data.material.trainer(setup.recipe)
            progress = Progress("training", total: trainer.iterations)
            return try trainer.train(from: checkpoint) { step, state in
                if step.phase != phase {
                    progress = Progress("validating with folds", total: step.total)
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
            + (step.validationAccuracy == nil ? "" : " of held-out examples")
    }

    private func failure(
        _ error: TrainingError, after iteration: Int, _ state: TrainingCheckpoint?
    ) throws -> CommandError {
        switch error {
        case .cancelled:
            Interruption.noteRecordingWasCut()
            let what = "interrupted after \(iteration) iterations, and \(setup.output) was not written"
            guard let path = setup.checkpointPath, let bytes = state?.bytes else {
                return .failure("\(what); add --checkpoint FILE to be able to resume")
            }
            try PendingFile.writeFile(bytes.span.bytes, to: path)
            return .failure("\(what); run the same command again to resume from \(path)")
        case .otherTraining:
            return .failure(
                "\(setup.checkpointPath ?? ""): belongs to a training run with different data or options; use the same ones, or"
                    + " delete the file"
            )
        case .otherNetwork: return .failure("\(setup.olderPath ?? setup.output): \(error)")
        default: return .failure("\(setup.paths.joined(separator: ", ")): \(error)")
        }
    }

    /// Returns a notice about near-duplicates of which one was used for training and the other was held out; nil if
    /// there are none.
    func nearDuplicates(_ heldOut: [HeldOutExample]) -> DataNotice? {
        guard case .poses(let poses) = data.material.examples, data.validation == nil, !heldOut.isEmpty else {
            return nil
        }
        let extracted = data.data.extracted
        guard heldOut.count == poses.examples.count else {
            var isHeldOut = [Bool](repeating: false, count: poses.examples.count)
            for example in heldOut { isHeldOut[example.example] = true }
            return extracted.nearDuplicates(isHeldOut: isHeldOut)
        }
        // With folds, two examples are on different sides at some point, unless they share a group.
        let hands = poses.examples.map(\.hand)
        let found = NearDuplicate.found(hands, hands) { pair in
            let (first, second) = (poses.examples[pair.first].group, poses.examples[pair.second].group)
            return pair.first < pair.second && (first == nil || first != second)
        }
        guard let found else { return nil }
        return .nearDuplicates(
            count: found.count, first: extracted.place(of: poses.sources[found.first.first]).description,
            second: extracted.place(of: poses.sources[found.first.second]).description)
    }
}
