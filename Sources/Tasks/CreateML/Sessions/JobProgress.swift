/// A progress whose subscribers are kept, and that one thread may look at while another changes it, which Foundation's
/// does not allow on Linux.
final class JobProgress: Progress, SubscriptionKeeping, @unchecked Sendable {
    let subscriptionKeeper: SubscriptionKeeper
    private let lock = NSRecursiveLock()

    init(_ keeper: SubscriptionKeeper) {
        subscriptionKeeper = keeper
        super.init(parent: nil)
    }

    override var totalUnitCount: Int64 {
        get { lock.withLock { super.totalUnitCount } }
        set { lock.withLock { super.totalUnitCount = newValue } }
    }

    override var completedUnitCount: Int64 {
        get { lock.withLock { super.completedUnitCount } }
        set { lock.withLock { super.completedUnitCount = newValue } }
    }

    override var fractionCompleted: Double { lock.withLock { super.fractionCompleted } }

    override var userInfo: [ProgressUserInfoKey: Any] { lock.withLock { super.userInfo } }

    override func setUserInfoObject(_ objectOrNil: Any?, forKey key: ProgressUserInfoKey) {
        lock.withLock { super.setUserInfoObject(objectOrNil, forKey: key) }
    }

    /// Changes several things at once for those who look.
    func update(_ changes: () -> Void) {
        lock.withLock(changes)
    }
}
