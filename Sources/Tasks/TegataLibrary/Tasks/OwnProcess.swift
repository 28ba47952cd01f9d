import CTegataSystem
import TegataSystem

/// The process that something with threads was made in. Others, which were forked from it, do not have them.
struct OwnProcess: Equatable {
    private let forkCount = tegata_fork_count()
    /// Another one where a process was made without the C library.
    private let identifier = getpid()

    var isThis: Bool { self == OwnProcess() }

    func check() throws(CallError) {
        guard isThis else {
            throw CallError(
                .failedPrecondition,
                "This was made before the process was forked, and its threads stayed behind. Make one in this process.")
        }
    }
}
