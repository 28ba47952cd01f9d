import Synchronization
import TegataInference
import TegataSystem

@_cdecl("tegata_set_threads")
public func tegataSetThreads(_ threads: Int32) { DefaultThreads.set(Int(threads)) }

/// The number of threads for tasks and trackers that do not specify one.
enum DefaultThreads {
    /// The number set by the program; 0 if it has not set one.
    private static let setting = Atomic<Int>(0)
    private static let variable = "TEGATA_THREADS"
    private static let possible = 1...64

    static func set(_ count: Int) {
        setting.store(max(0, count), ordering: .relaxed)
    }

    /// Returns a team of `threads`, or of the default number of them.
    static func team(_ threads: Int? = nil) throws(CallError) -> ThreadTeam {
        let trace = LibraryTrace.trace
        if let threads { return ThreadTeam(count: threads, trace: trace) }
        let count = setting.load(ordering: .relaxed)
        guard count == 0 else { return ThreadTeam(count: count, trace: trace) }
        guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
            return ThreadTeam(trace: trace)
        }
        guard let count = Int(text), possible.contains(count) else {
            throw CallError(
                .invalidArgument,
                "\(variable) is \(text); set it to a number from \(possible.lowerBound) to \(possible.upperBound).")
        }
        return ThreadTeam(count: count, trace: trace)
    }
}
