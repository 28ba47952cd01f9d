import TegataInference
import TegataRecords
import TegataSystem
import TegataTool

/// The file that `--trace` specifies. The trace stays in memory until the run has finished.
package struct TraceFile {
    package static let option = Option<String>.text(
        "--trace", "FILE",
        "write to FILE when frames, networks and steps ran on each thread, for Perfetto or chrome://tracing; of too many"
            + " events, the oldest are missing",
        values: .files(["json"]))

    package let trace: Trace
    private let file: PendingFile

    /// Creates the file; nil if the user wants none.
    package init?(_ arguments: Arguments) throws {
        guard let path = try arguments.value(of: Self.option) else { return nil }
        file = try PendingFile(for: path)
        trace = Trace()
    }

    /// Writes the events.
    package func finish(_ console: Console) throws {
        var failure: FileError?
        trace.writeJSON { bytes in
            guard failure == nil else { return }
            do throws(FileError) { try file.append(bytes.bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try file.commit()
        if trace.replacedCount > 0 {
            console.warn("\(file.path): only the last events fit, and the first \(trace.replacedCount) are missing")
        }
    }
}
