/// A stand-in for what a training job is doing.
public enum MLPhase: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nothing yet.
    case initialized
    /// Key points are looked for in pictures and videos.
    case extractingFeatures
    /// The classifier is trained.
    case training
    /// What is held out is judged.
    case evaluating
    /// Predictions are made; jobs that train never do.
    case inferencing
}

/// A stand-in for how far a job is.
///
/// It is also in the `userInfo` of the job's `Progress`, by the keys of this type; while the job runs, ask
/// ``init(progress:)``, which sees to it that nothing changes meanwhile.
public struct MLProgress: Codable, Sendable {
    /// What is being done.
    public var phase: MLPhase
    /// How many seconds the job has taken so far.
    public var elapsedTime: TimeInterval = 0
    /// How many pictures or videos were looked at, or how many iterations or parts were made, by the phase.
    public var itemCount: Int = 0
    /// Of how many, where that is known.
    public var totalItemCount: Int?
    private var numbers: [Metric: Double] = [:]

    /// What was measured, each a `Double`.
    public var metrics: [Metric: Any] {
        get { numbers }
        set { numbers = newValue.compactMapValues { $0 as? Double } }
    }

    /// A stand-in for what is measured in a training; hands have loss and accuracy, and both of what is held out.
    public enum Metric: String, CaseIterable, Codable, Hashable, Sendable {
        /// How far predictions are from what the examples are.
        case loss
        /// Of style transfer, which Linux does not have.
        case contentLoss
        /// Of style transfer, which Linux does not have.
        case styleLoss
        /// The share of examples that are told right.
        case accuracy
        /// The loss of the examples that are held out.
        case validationLoss
        /// The accuracy of the examples that are held out.
        case validationAccuracy
        /// Of style transfer, which Linux does not have.
        case stylizedImageURL
        /// Of regressors, which Linux does not have.
        case maximumError
        /// Of regressors, which Linux does not have.
        case rootMeanSquaredError
        /// Of regressors, which Linux does not have.
        case validationMaximumError
        /// Of regressors, which Linux does not have.
        case validationRootMeanSquaredError
    }

    /// Makes the progress of a phase that begins.
    public init(phase: MLPhase) {
        self.phase = phase
    }

    /// What is in the `userInfo` of a progress; nil where there is no phase, as in those that are no job's.
    public init?(progress: Progress) {
        guard let report = (progress as? JobProgress).map(\.report) ?? MLProgress(progress.userInfo) else { return nil }
        self = report
    }

    init?(_ userInfo: [ProgressUserInfoKey: Any]) {
        guard let phase = userInfo[Self.phaseKey] as? MLPhase else { return nil }
        self.phase = phase
        elapsedTime = userInfo[Self.elapsedTimeKey] as? TimeInterval ?? 0
        itemCount = userInfo[Self.itemCountKey] as? Int ?? 0
        totalItemCount = userInfo[Self.totalItemCountKey] as? Int
        for (metric, key) in Self.metricKeys { numbers[metric] = userInfo[key] as? Double }
    }

    /// Puts everything into the `userInfo` of a progress.
    func write(to progress: Progress) {
        progress.setUserInfoObject(elapsedTime, forKey: Self.elapsedTimeKey)
        progress.setUserInfoObject(itemCount, forKey: Self.itemCountKey)
        progress.setUserInfoObject(totalItemCount, forKey: Self.totalItemCountKey)
        for (metric, key) in Self.metricKeys { progress.setUserInfoObject(numbers[metric], forKey: key) }
        progress.setUserInfoObject(phase, forKey: Self.phaseKey)
    }

    // MARK: Keys

    /// The key of ``elapsedTime``.
    public static let elapsedTimeKey = ProgressUserInfoKey("MLProgressElapsedTimeKey")
    /// The key of ``phase``.
    public static let phaseKey = ProgressUserInfoKey("MLProgressPhaseKey")
    /// The key of ``itemCount``.
    public static let itemCountKey = ProgressUserInfoKey("MLProgressItemCountKey")
    /// The key of ``totalItemCount``.
    public static let totalItemCountKey = ProgressUserInfoKey("MLProgressTotalItemCountKey")
    /// The key of the loss.
    public static let lossKey = ProgressUserInfoKey("MLProgressLossKey")
    /// The key of the accuracy.
    public static let accuracyKey = ProgressUserInfoKey("MLProgressAccuracyKey")
    /// The key of the loss on what is held out.
    public static let validationLossKey = ProgressUserInfoKey("MLProgressValidationLossKey")
    /// The key of the accuracy on what is held out.
    public static let validationAccuracyKey = ProgressUserInfoKey("MLProgressValidationAccuracyKey")
    /// The key of a style transfer's loss of content; hands have none.
    public static let contentLossKey = ProgressUserInfoKey("MLProgressContentLossKey")
    /// The key of a style transfer's loss of style; hands have none.
    public static let styleLossKey = ProgressUserInfoKey("MLProgressStyleLossKey")
    /// The key of a style transfer's picture; hands have none.
    public static let stylizedImageKey = ProgressUserInfoKey("MLProgressStylizedImageKey")
    /// The key of a regression's largest error; hands have none.
    public static let maximumErrorKey = ProgressUserInfoKey("MLProgressMaximumErrorKey")
    /// The key of a regression's mean error; hands have none.
    public static let rootMeanSquaredErrorKey = ProgressUserInfoKey("MLProgressRootMeanSquaredErrorKey")
    /// The key of a regression's largest error on what is held out; hands have none.
    public static let validationMaximumErrorKey = ProgressUserInfoKey("MLProgressValidationMaximumErrorKey")
    /// The key of a regression's mean error on what is held out; hands have none.
    public static let validationRootMeanSquaredErrorKey = ProgressUserInfoKey(
        "MLProgressValidationRootMeanSquaredErrorKey")

    private static let metricKeys: [(Metric, ProgressUserInfoKey)] = [
        (.loss, lossKey), (.accuracy, accuracyKey), (.validationLoss, validationLossKey),
        (.validationAccuracy, validationAccuracyKey),
    ]
}

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
