/// A phase of a training job.
public enum MLPhase: String, Codable, CaseIterable, Hashable, Sendable {
    /// The job has not begun.
    case initialized
    /// Hands are detected in images and videos.
    case extractingFeatures
    /// The classifier is trained.
    case training
    /// The classifier is evaluated on the data that was held out.
    case evaluating
    /// Predictions are made; training jobs never have this phase.
    case inferencing
}

/// The progress of a job.
///
/// It is also in the `userInfo` of the job's `Progress`, with the keys of this type. While the job runs, read it with
/// ``init(progress:)``, which keeps it from changing meanwhile.
public struct MLProgress: Codable, Sendable {
    /// The current phase.
    public var phase: MLPhase
    /// The time that the job has taken so far, in seconds.
    public var elapsedTime: TimeInterval = 0
    /// The number of processed images or videos, or of iterations or parts, depending on the phase.
    public var itemCount: Int = 0
    /// The total number of such items; nil if it is not known.
    public var totalItemCount: Int?
    private var numbers: [Metric: Double] = [:]

    /// The metrics, each a `Double`.
    public var metrics: [Metric: Any] {
        get { numbers }
        set { numbers = newValue.compactMapValues { $0 as? Double } }
    }

    /// A metric of a training. Hand classifiers have the loss and accuracy on the training data and on the validation
    /// data.
    public enum Metric: String, CaseIterable, Codable, Hashable, Sendable {
        /// The loss on the training data.
        case loss
        /// A metric of style transfer, which Linux does not have.
        case contentLoss
        /// A metric of style transfer, which Linux does not have.
        case styleLoss
        /// The fraction of correctly classified examples.
        case accuracy
        /// The loss on the validation data.
        case validationLoss
        /// The accuracy on the validation data.
        case validationAccuracy
        /// A metric of style transfer, which Linux does not have.
        case stylizedImageURL
        /// A metric of regressors, which Linux does not have.
        case maximumError
        /// A metric of regressors, which Linux does not have.
        case rootMeanSquaredError
        /// A metric of regressors, which Linux does not have.
        case validationMaximumError
        /// A metric of regressors, which Linux does not have.
        case validationRootMeanSquaredError
    }

    /// Creates the progress of a phase that begins.
    public init(phase: MLPhase) {
        self.phase = phase
    }

    /// Reads the `userInfo` of a progress; nil if it has no phase, because it does not belong to a job.
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

    /// Writes all values to the `userInfo` of a progress.
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
    /// The key of the loss on the validation data.
    public static let validationLossKey = ProgressUserInfoKey("MLProgressValidationLossKey")
    /// The key of the accuracy on the validation data.
    public static let validationAccuracyKey = ProgressUserInfoKey("MLProgressValidationAccuracyKey")
    /// The key of a style transfer's loss of content; hands have none.
    public static let contentLossKey = ProgressUserInfoKey("MLProgressContentLossKey")
    /// The key of the style loss of a style transfer; training on hands never reports it.
    public static let styleLossKey = ProgressUserInfoKey("MLProgressStyleLossKey")
    /// The key of a style transfer's image; hands have none.
    public static let stylizedImageKey = ProgressUserInfoKey("MLProgressStylizedImageKey")
    /// The key of a regression's largest error; hands have none.
    public static let maximumErrorKey = ProgressUserInfoKey("MLProgressMaximumErrorKey")
    /// The key of a regression's mean error; hands have none.
    public static let rootMeanSquaredErrorKey = ProgressUserInfoKey("MLProgressRootMeanSquaredErrorKey")
    /// The key of a regression's largest error on the validation data; hands have none.
    public static let validationMaximumErrorKey = ProgressUserInfoKey("MLProgressValidationMaximumErrorKey")
    /// The key of a regression's mean error on the validation data; hands have none.
    public static let validationRootMeanSquaredErrorKey = ProgressUserInfoKey(
        "MLProgressValidationRootMeanSquaredErrorKey")

    private static let metricKeys: [(Metric, ProgressUserInfoKey)] = [
        (.loss, lossKey), (.accuracy, accuracyKey), (.validationLoss, validationLossKey),
        (.validationAccuracy, validationAccuracyKey),
    ]
}

/// A progress that keeps its subscribers. One thread may read its report while another changes it, which Foundation's
/// dictionary does not allow on Linux.
final class JobProgress: Progress, SubscriptionKeeping, @unchecked Sendable {
    let subscriptionKeeper: SubscriptionKeeper
    private let lock = NSLock()

    init(_ keeper: SubscriptionKeeper) {
        subscriptionKeeper = keeper
        super.init(parent: nil)
    }

    /// The report in the `userInfo`, which must not be read while it changes.
    var report: MLProgress? { lock.withLock { MLProgress(userInfo) } }

    /// Sets the report and the completed fraction of the job.
    func update(_ report: MLProgress, share: Double) {
        lock.withLock {
            report.write(to: self)
            // The remaining unit is completed with the result.
            completedUnitCount = Int64(share * 999)
        }
    }
}
