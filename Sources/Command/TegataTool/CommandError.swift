/// Why a command ended early. The text is one line without the tool's name: what is wrong, and behind a semicolon what
/// to do.
package enum CommandError: Error, Equatable, Sendable {
    /// The command was written wrong.
    case usage(String)
    /// An input or output failed.
    case failure(String)

    /// The error as commands end by it: what is not one itself, and describes itself in a line, is a failure.
    package init(_ error: any Error) {
        self = error as? CommandError ?? .failure("\(error)")
    }

    package var message: String {
        switch self {
        case .usage(let message), .failure(let message): message
        }
    }

    var status: Tool.Status {
        switch self {
        case .usage: .wrongUsage
        case .failure: .inputFailed
        }
    }
}

/// Turns the errors of what is below into the failure of a command.
package func orFailure<Value, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Value
) throws(CommandError) -> Value {
    do { return try body() } catch { throw .failure(error.description) }
}
