/// A phase of a training job.
public enum MLPhase: String, Codable, CaseIterable, Hashable, Sendable {
    /// The job has not begun.
    case initialized
    /// Hands are being detected in images and videos.
    case extractingFeatures
    /// The classifier is being trained.
    case training
    /// The classifier is being evaluated on the held-out data.
    case evaluating
    /// Predictions are being made; training jobs never enter this phase.
    case inferencing
}

/// The progress of a job.
///
/// It is also in the `userInfo` of the job's `Progress`, under this type's keys. While the job runs, read it with
/// ``init(progress:)``, which prevents it from changing in the meantime.
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

    /// A training metric. Hand classifiers have the loss and accuracy on the training data and on the validation data.
    public enum Metric: String, CaseIterable, Codable, Hashable, Sendable {
        /// The loss on the training data.
        case loss
        /// A metric of style transfer, which is not available on Linux.
        case contentLoss
        /// A metric of style transfer, which is not available on Linux.
        case styleLoss
        /// The fraction of correctly classified examples.
        case accuracy
        /// The loss on the validation data.
        case validationLoss
        /// The accuracy on the validation data.
        case validationAccuracy
        /// A metric of style transfer, which is not available on Linux.
        case stylizedImageURL
        /// A metric of regressors, which are not available on Linux.
        case maximumError
        /// A metric of regressors, which are not available on Linux.
        case rootMeanSquaredError
        /// A metric of regressors, which are not available on Linux.
        case validationMaximumError
        /// A metric of regressors, which are not available on Linux.
        case validationRootMeanSquaredError
    }

    /// Creates the progress at the beginning of a phase.
    public init(phase: MLPhase) {
        self.phase = phase
    }

    /// Reads the `userInfo` of a progress object; nil if it has no phase, which means that it does not belong to a job.
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

    /// Writes all values to the `userInfo` of a progress object.
    func write(to progress: Progress) {
        progress.setUserInfoObject(elapsedTime, forKey: Self.elapsedTimeKey)
        progress.setUserInfoObject(itemCount, forKey: Self.itemCountKey)
        progress.setUserInfoObject(totalItemCount, forKey: Self.totalItemCountKey)
        for (metric, key) in Self.metricKeys { progress.setUserInfoObject(numbers[metric], forKey: key) }
        progress.setUserInfoObject(phase, forKey: Self.phaseKey)
    }

    // MARK: Keys

    /// The key for ``elapsedTime``.
    public static let elapsedTimeKey = ProgressUserInfoKey("MLProgressElapsedTimeKey")
    /// The key for ``phase``.
    public static let phaseKey = ProgressUserInfoKey("MLProgressPhaseKey")
    /// The key for ``itemCount``.
    public static let itemCountKey = ProgressUserInfoKey("MLProgressItemCountKey")
    /// The key for ``totalItemCount``.
    public static let totalItemCountKey = ProgressUserInfoKey("MLProgressTotalItemCountKey")
    /// The key for the loss.
    public static let lossKey = ProgressUserInfoKey("MLProgressLossKey")
    /// The key for the accuracy.
    public static let accuracyKey = ProgressUserInfoKey("MLProgressAccuracyKey")
    /// The key for the loss on the validation data.
    public static let validationLossKey = ProgressUserInfoKey("MLProgressValidationLossKey")
    /// The key for the accuracy on the validation data.
    public static let validationAccuracyKey = ProgressUserInfoKey("MLProgressValidationAccuracyKey")
    /// The key for the content loss of a style transfer; training on hands never reports it.
    public static let contentLossKey = ProgressUserInfoKey("MLProgressContentLossKey")
    /// The key for the style loss of a style transfer; training on hands never reports it.
    public static let styleLossKey = ProgressUserInfoKey("MLProgressStyleLossKey")
    /// The key for the image of a style transfer; training on hands never reports it.
    public static let stylizedImageKey = ProgressUserInfoKey("MLProgressStylizedImageKey")
    /// The key for a regression's largest error; training on hands never reports it.
    public static let maximumErrorKey = ProgressUserInfoKey("MLProgressMaximumErrorKey")
    /// The key for a regression's mean error; training on hands never reports it.
    public static let rootMeanSquaredErrorKey = ProgressUserInfoKey("MLProgressRootMeanSquaredErrorKey")
    /// The key for a regression's largest error on the validation data; training on hands never reports it.
    public static let validationMaximumErrorKey = ProgressUserInfoKey("MLProgressValidationMaximumErrorKey")
    /// The key for a regression's mean error on the validation data; training on hands never reports it.
    public static let validationRootMeanSquaredErrorKey = ProgressUserInfoKey(
        "MLProgressValidationRootMeanSquaredErrorKey")

    private static let metricKeys: [(Metric, ProgressUserInfoKey)] = [
        (.loss, lossKey), (.accuracy, accuracyKey), (.validationLoss, validationLossKey),
        (.validationAccuracy, validationAccuracyKey),
    ]
}

/// A progress object that keeps its subscribers. One thread may read its report while another changes it, which
/// Foundation's dictionary does not allow on Linux.
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
