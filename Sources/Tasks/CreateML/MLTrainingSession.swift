/// The state of training. It persists across jobs and, if it has a directory, across programs.
public final class MLTrainingSession<Task>: @unchecked Sendable {
    let core: SessionCore

    init(_ core: SessionCore) {
        self.core = core
    }

    /// The time at which the session was created.
    public var date: Date { core.date }
    /// The parameters of the session.
    public var parameters: MLTrainingSessionParameters { core.parameters }
    /// The current phase, or the phase when its last job ended.
    public var phase: MLPhase { core.phase }
    /// The number of iterations in the phase.
    public var iteration: Int { core.iteration }
    /// The available checkpoints, oldest first; none without a directory.
    public var checkpoints: [MLCheckpoint] { core.checkpoints }

    /// Removes the checkpoints that a closure selects; training continues from the last remaining one.
    public func removeCheckpoints(_ predicate: (MLCheckpoint) -> Bool) throws {
        try core.removeCheckpoints(predicate)
    }

    /// Copies the key points that another session found in the same data.
    public func reuseExtractedFeatures(from session: MLTrainingSession<Task>) throws {
        try core.reuseFeatures(of: session.core)
    }
}

/// The parameters of a session: its directory, and the intervals between reports and between checkpoints.
public struct MLTrainingSessionParameters: Hashable, Sendable {
    /// The session's directory, which is created if it does not exist. If nil, nothing is kept on disk, not even
    /// checkpoints.
    public let sessionDirectory: URL?
    /// The number of iterations between reports of progress; it does not affect the result.
    public var reportInterval: Int
    /// The number of iterations between checkpoints.
    public var checkpointInterval: Int
    /// The maximum number of iterations in the session; the classifier's `maximumIterations` applies if it is smaller.
    ///
    /// A session that is restored with a higher number continues from its last checkpoint, with the step sizes that
    /// training with this number would have used from the beginning. The earlier steps had other sizes, so the result
    /// differs from that of uninterrupted training, but is always the same. A session that is restored with a number
    /// below that of the iterations already made does not train any further.
    public var iterations: Int

    /// Creates parameters; the defaults are Create ML's.
    public init(
        sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000
    ) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
