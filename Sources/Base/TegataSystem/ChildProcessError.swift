/// Why a program could not be started.
package enum ChildProcessError: Error, Equatable, Sendable {
    /// It is not on the PATH.
    case programMissing(String)
    case system(operation: String, code: Int32)
}
