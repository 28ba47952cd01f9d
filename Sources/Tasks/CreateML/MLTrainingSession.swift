/// A stand-in for the state of a training that goes on in jobs, and from one program to the next where it has a folder.
public final class MLTrainingSession<Task>: @unchecked Sendable {
    let core: SessionCore

    init(_ core: SessionCore) {
        self.core = core
    }

    /// When the session was made.
    public var date: Date { core.date }
    /// What the session was made with.
    public var parameters: MLTrainingSessionParameters { core.parameters }
    /// What it is doing, or was when its last job ended.
    public var phase: MLPhase { core.phase }
    /// How many iterations of the phase were made.
    public var iteration: Int { core.iteration }
    /// The checkpoints that there are, the oldest first; none without a folder.
    public var checkpoints: [MLCheckpoint] { core.checkpoints }

    /// Removes the checkpoints that a closure chooses; the training goes on from the last that is left.
    public func removeCheckpoints(_ predicate: (MLCheckpoint) -> Bool) throws {
        try core.removeCheckpoints(predicate)
    }

    /// Takes over the key points that another session has found in the same data.
    public func reuseExtractedFeatures(from session: MLTrainingSession<Task>) throws {
        try core.reuseFeatures(of: session.core)
    }
}

/// A stand-in for where a training keeps its state and how often it tells of itself.
public struct MLTrainingSessionParameters: Hashable, Sendable {
    /// The folder of the session, which is made where there is none; nil to keep nothing on disk: no checkpoints.
    public let sessionDirectory: URL?
    /// After how many iterations progress is reported; the result does not depend on it.
    public var reportInterval: Int
    /// After how many iterations a checkpoint is made.
    public var checkpointInterval: Int
    /// The most iterations of the session; the classifier's `maximumIterations` counts where it is smaller.
    ///
    /// A session that is restored with more goes on from its last checkpoint, with steps as large as those of a
    /// training that has so many from its beginning. As those before it were of other sizes, the result is another one
    /// than that of an uninterrupted training, and the same whenever it is repeated. Restored with fewer than were made
    /// already, it makes none.
    public var iterations: Int

    /// Chooses parameters; those of the original are the defaults.
    public init(
        sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000
    ) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
