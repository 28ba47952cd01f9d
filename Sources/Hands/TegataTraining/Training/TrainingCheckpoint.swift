import TegataBuffers
import TegataClassifiers

/// The state on which later training steps depend.
struct TrainingState: Sendable, Equatable {
    var iteration: Int
    var parameters: [Float]
    var statistics: [Float]
    var means: [Float]
    var squares: [Float]
}

/// The state of training after a step. The checkpoint and the classifier are created on request, while training waits.
package struct TrainingSnapshot {
    /// The number of steps so far.
    package let iteration: Int
    /// Returns a checkpoint from which training can continue later.
    package let checkpoint: () -> TrainingCheckpoint
    /// Returns the head so far; nil if the network does not form a valid one.
    let head: () -> ClassifierHead?
}

/// A saved training run that can continue later.
package struct TrainingCheckpoint: Sendable, Equatable {
    /// The text that identifies a training run: its examples, options and kind.
    let fingerprint: String
    let state: TrainingState
    /// The best state so far; its loss on held-out examples is ``bestLoss``.
    let best: TrainingState?
    let bestLoss: Double
    let reportsWithoutGain: Int

    /// The number of iterations so far.
    package var iteration: Int { state.iteration }

    init(fingerprint: String, state: TrainingState, best: TrainingState?, bestLoss: Double, reportsWithoutGain: Int) {
        self.fingerprint = fingerprint
        self.state = state
        self.best = best
        self.bestLoss = bestLoss
        self.reportsWithoutGain = reportsWithoutGain
    }

    private static let form = SealedFile(signature: "TEGATACP", version: 1)

    /// Reads a checkpoint; `file` names it in errors.
    package init(_ bytes: Bytes, file: String) throws(ClassifierFileError) {
        self = try Self.form.read(bytes, file: file) { (reader) throws(ClassifierFileError) in
            TrainingCheckpoint(
                fingerprint: try reader.text("fingerprint"), state: try TrainingState(&reader),
                best: try reader.flag("best state") ? try TrainingState(&reader) : nil,
                bestLoss: try reader.double("best loss"),
                reportsWithoutGain: Int(try reader.integer("reports", as: UInt32.self)))
        }
    }

    /// The checkpoint's bytes.
    package var bytes: [UInt8] {
        Self.form.bytes { writer in
            writer.text(fingerprint)
            state.write(to: &writer)
            writer.flag(best != nil)
            best?.write(to: &writer)
            writer.double(bestLoss)
            writer.integer(UInt32(clamping: reportsWithoutGain))
        }
    }
}

extension TrainingState {
    init(_ reader: inout ByteReader) throws(ClassifierFileError) {
        iteration = Int(try reader.integer("iteration", as: UInt32.self))
        parameters = try reader.floats("parameters")
        statistics = try reader.floats("statistics")
        means = try reader.floats("means")
        squares = try reader.floats("squares")
    }

    func write(to writer: inout ByteWriter) {
        writer.integer(UInt32(clamping: iteration))
        writer.floats(parameters)
        writer.floats(statistics)
        writer.floats(means)
        writer.floats(squares)
    }
}
