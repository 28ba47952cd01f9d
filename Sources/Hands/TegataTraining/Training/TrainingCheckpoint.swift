import TegataBuffers
import TegataClassifiers

/// A training that can go on later, as bytes.
package struct TrainingCheckpoint: Sendable, Equatable {
    /// What tells one training from others: its examples, options and kind.
    let fingerprint: String
    let state: TrainingState
    /// The best state so far, and its loss on what is held out.
    let best: TrainingState?
    let bestLoss: Double
    let reportsWithoutGain: Int

    /// How many iterations were made.
    package var iteration: Int { state.iteration }

    init(fingerprint: String, state: TrainingState, best: TrainingState?, bestLoss: Double, reportsWithoutGain: Int) {
        self.fingerprint = fingerprint
        self.state = state
        self.best = best
        self.bestLoss = bestLoss
        self.reportsWithoutGain = reportsWithoutGain
    }

    /// Reads a checkpoint; `file` is what errors call it.
    package init(_ bytes: Bytes, file: String) throws(ClassifierFileError) {
        guard bytes.slice(at: 0, count: 8)?.equals("TEGATACP") ?? false else {
            throw ClassifierFileError(file: file, problem: .notAClassifier)
        }
        guard let body = bytes.slice(at: 0, count: bytes.count - 64),
            let checksum = bytes.slice(at: bytes.count - 64, count: 64)
        else { throw ClassifierFileError(file: file, problem: .truncated(needed: 72, available: bytes.count)) }
        guard checksum.equals(sha256(body)) else { throw ClassifierFileError(file: file, problem: .checksum) }
        var reader = ByteReader(body, file: file)
        let _: UInt64 = try reader.integer("signature")
        let version: UInt16 = try reader.integer("version")
        guard version == 1 else { throw reader.failure("version", .version(found: Int(version), newest: 1)) }
        fingerprint = try reader.text("fingerprint")
        state = try TrainingState(&reader)
        best = try reader.flag("best state") ? try TrainingState(&reader) : nil
        bestLoss = try reader.double("best loss")
        reportsWithoutGain = Int(try reader.integer("reports", as: UInt32.self))
        guard reader.remaining == 0 else { throw reader.failure("end", .bytesLeft(count: reader.remaining)) }
    }

    /// The checkpoint's bytes.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        for byte in "TEGATACP".utf8 { writer.integer(byte) }
        writer.integer(1 as UInt16)
        writer.text(fingerprint)
        state.write(to: &writer)
        writer.flag(best != nil)
        best?.write(to: &writer)
        writer.double(bestLoss)
        writer.integer(UInt32(clamping: reportsWithoutGain))
        writer.appendChecksum()
        return writer.bytes
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
