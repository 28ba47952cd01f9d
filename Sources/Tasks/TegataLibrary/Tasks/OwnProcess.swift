import TegataSystem

/// The process that something with threads was made in. Others, which were forked from it, do not have them.
struct OwnProcess {
    private let identifier = getpid()

    var isThis: Bool { getpid() == identifier }

    func check() throws(CallError) {
        guard isThis else {
            throw CallError(
                .failedPrecondition,
                "This was made before the process was forked, and its threads stayed behind. Make one in this process.")
        }
    }
}
