@_exported import Foundation

/// Writes a program's log messages. Each message is a line on standard error with the time in UTC, the program, the
/// subsystem, the category and the level. Control characters in messages are escaped.
///
/// Messages at the `info` and `debug` levels (`trace` is another name for `debug`) are not written, and their values
/// are not computed, because Apple's systems do not keep them by default. The environment variable `OS_ACTIVITY_MODE`
/// changes that: with `info` or `debug`, messages at that level and above are written; with `disable`, none are.
public struct Logger: Sendable {
    private let name: String

    /// Creates a logger for a part of a program.
    public init(subsystem: String, category: String) {
        name = " [\(subsystem):\(category)]"
    }

    /// Creates a logger without a name.
    public init() {
        name = ""
    }

    /// Writes a message at the `default` level.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        guard LogLevels.current.contains(level) else { return }
        let line = line(level, message.text(), at: Date())
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
    /// Writes a message at the `debug` level, as ``debug(_:)`` does.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a message at the `debug` level.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a message at the `info` level.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Writes a message at the `default` level, as ``log(_:)`` does.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a message at the `error` level.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes a message at the `error` level.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes a message at the `fault` level.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    /// Writes a message at the `fault` level.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }

    /// Returns the line that is written for a message.
    package func line(_ level: OSLogType, _ text: String, at date: Date) -> String {
        let time = date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        let program = ProcessInfo.processInfo
        let message = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
        return "\(time)Z \(program.processName)[\(program.processIdentifier)]\(name) \(level.name): \(message)"
    }
}
