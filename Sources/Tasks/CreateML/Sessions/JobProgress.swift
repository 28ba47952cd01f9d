/// A progress whose subscribers are kept, and whose report one thread may read while another changes it, which the
/// dictionary of Foundation's does not allow on Linux.
final class JobProgress: Progress, SubscriptionKeeping, @unchecked Sendable {
    let subscriptionKeeper: SubscriptionKeeper
    private let lock = NSLock()

    init(_ keeper: SubscriptionKeeper) {
        subscriptionKeeper = keeper
        super.init(parent: nil)
    }

    /// What is in the `userInfo`, which must not be looked at while it changes.
    var report: MLProgress? { lock.withLock { MLProgress(userInfo) } }

    /// Says how far the job is, and which share of all that is.
    func update(_ report: MLProgress, share: Double) {
        lock.withLock {
            report.write(to: self)
            // The rest is there when the result is.
            completedUnitCount = Int64(share * 999)
        }
    }
}
