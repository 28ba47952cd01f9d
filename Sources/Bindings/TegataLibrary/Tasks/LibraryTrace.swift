import TegataInference
import TegataRecords
import TegataSystem
import TegataTaskSupport

/// The trace of all tasks and trackers, if the environment variable TEGATA_TRACE names a file for it. The file is
/// written whenever a task or tracker ends, and when the process exits.
enum LibraryTrace {
    /// Nil if there is no such variable, or if its file cannot be written, which is reported once.
    static let trace: Trace? = {
        guard let path else { return nil }
        guard let file = fopen(path, "a") else {
            let error = FileError(path: path, reason: .notWritable(code: errno))
            try? writeAll(Array("tegata: TEGATA_TRACE: \(error.description)\n".utf8).span.bytes, to: STDERR_FILENO)
            return nil
        }
        fclose(file)
        atexit { LibraryTrace.write() }
        return Trace()
    }()

    private static let path = getenv("TEGATA_TRACE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    private static let process = OwnProcess()
    private static let written = Lock(0)

    /// Writes the events so far, unless the file already has them. Forked processes leave the file to their parent.
    static func write() {
        guard let trace, let path, process.isThis else { return }
        written.withLock { written in
            guard trace.eventCount > written, let file = fopen(path, "w") else { return }
            written = trace.eventCount
            trace.writeJSON { fwrite($0.baseAddress, 1, $0.count, file) }
            fclose(file)
        }
    }
}
