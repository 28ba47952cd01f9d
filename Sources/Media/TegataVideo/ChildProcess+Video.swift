import TegataCapture
import TegataSystem

extension ChildProcess {
    /// Starts a program that decodes or encodes.
    convenience init(
        video program: String, _ arguments: [String], connecting connection: Connection
    ) throws(VideoError.Problem) {
        do throws(ChildProcessError) {
            try self.init(program, arguments, connecting: connection)
        } catch {
            switch error {
            case .programMissing(let name): throw .programMissing(name)
            case .system(let operation, let code): throw .system(operation: operation, code: code)
            }
        }
    }
}
