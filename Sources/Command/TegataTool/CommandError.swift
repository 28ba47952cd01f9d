/// Why a command ended early. The text is one line without the tool's name: what is wrong, and behind a semicolon what
/// to do. Code writes `throw .usage("…")` or `throw .failure("…")`; errors of other types become failures in
/// ``Tool/run(_:_:)``.
package struct CommandError: Error, Equatable, Sendable {
    let status: Tool.Status
    package let message: String

    fileprivate init(_ status: Tool.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The error as commands end by it: an error of another type, which describes itself in a line, is a failure.
    package init(_ error: any Error) {
        self = error as? CommandError ?? .failure("\(error)")
    }
}

extension Error where Self == CommandError {
    /// The command was written wrong.
    package static func usage(_ message: String) -> Self { CommandError(.wrongUsage, message) }
    /// An input or output failed.
    package static func failure(_ message: String) -> Self { CommandError(.inputFailed, message) }
}

/// The message of an error that one of several inputs failed with. Wrong usage concerns all inputs and is thrown again.
package func failureMessage(of error: any Error) throws -> String {
    let error = CommandError(error)
    guard error.status == .inputFailed else { throw error }
    return error.message
}
