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
