import Foundation
import Synchronization

/// Says once that something else computes than was asked for.
package final class MissingDelegate: Sendable {
    private let isSaid = Mutex(false)
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Of this process, on standard error.
    static let shared = MissingDelegate { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }

    /// Says it unless that has been done.
    package func say() {
        let isFirst = isSaid.withLock { isSaid in
            defer { isSaid = true }
            return !isSaid
        }
        guard isFirst else { return }
        write(
            "MediaPipeTasksVision: there is no GPU delegate here, and the processor computes; set baseOptions.delegate to"
                + " .CPU, or baseOptions.requiresDelegate to get an error\n")
    }
}
