/// The reason why a command ended early. The message is one line without the tool's name, in the form
/// `what is wrong; what to do`. Code writes `throw .usage("…")` or `throw .failure("…")`; ``Tool/run(_:_:)`` turns
/// errors of other types into failures.
package struct CommandError: Error, Equatable, Sendable {
    let status: Tool.Status
    package let message: String

    fileprivate init(_ status: Tool.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Converts any error; errors of other types become failures with their descriptions, which must be one line long.
    package init(_ error: any Error) {
        self = error as? CommandError ?? .failure("\(error)")
    }
}

extension Error where Self == CommandError {
    /// Returns the error for a wrong command line.
    package static func usage(_ message: String) -> Self { CommandError(.wrongUsage, message) }
    /// Returns the error for a failed input or output.
    package static func failure(_ message: String) -> Self { CommandError(.inputFailed, message) }
}

/// Returns the message for an error in one of several inputs. Rethrows usage errors, because they concern all inputs.
package func failureMessage(of error: any Error) throws -> String {
    let error = CommandError(error)
    guard error.status == .inputFailed else { throw error }
    return error.message
}
