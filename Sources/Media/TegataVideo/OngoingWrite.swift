import CTegataShims
import Synchronization

/// What a thread writes to a stream of the process, which somebody else has to take, so that another thread can tell
/// that nobody does; one thread at a time.
package enum OngoingWrite {
    private static let descriptor = Atomic<Int32>(-1)
    /// 0 where nobody writes.
    private static let start = Atomic<UInt64>(0)

    /// Calls `write`, which writes to `descriptor`.
    package static func noted<Failure: Error>(
        _ descriptor: Int32, _ write: () throws(Failure) -> Void
    ) throws(Failure) {
        Self.descriptor.store(descriptor, ordering: .releasing)
        start.store(tegata_monotonic_nanoseconds(), ordering: .releasing)
        defer { start.store(0, ordering: .releasing) }
        try write()
    }

    /// Since when that goes on; nil where nobody writes.
    package static var current: (since: UInt64, descriptor: Int32)? {
        let since = start.load(ordering: .acquiring)
        return since > 0 ? (since, descriptor.load(ordering: .acquiring)) : nil
    }
}
