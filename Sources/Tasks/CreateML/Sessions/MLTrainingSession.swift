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
