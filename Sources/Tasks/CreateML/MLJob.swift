import Synchronization
import TegataTrainingData

/// A training run on its own thread.
///
/// The job continues even if nothing refers to it. Until it ends, it keeps the subscribers to its publishers and to
/// `progress.publisher(for:)`, unless they cancel.
public final class MLJob<Result>: Cancellable, @unchecked Sendable {
    /// The progress of the job: a fraction, and the values of ``MLProgress``.
    public let progress: Progress
    /// The time at which the job began.
    public let startDate = Date()
    private let state: JobState
    private let future: Future<Result, any Error>

    /// Starts a session from its current state; `result` creates the published value from the outcome.
    init(_ core: SessionCore, _ result: @escaping @Sendable (TrainingOutcome) throws -> Result) {
        let state = JobState()
        self.state = state
        progress = state.progress
        future = Future { promise in
            nonisolated(unsafe) let promise = promise
            Thread.detachNewThread {
                let process = TrainingProcess(
                    core: core, isCancelled: { state.wantsNoMore },
                    progress: { state.report($0, share: $1) }, checkpoint: { state.checkpoints.send($0) },
                    notices: { found in state.notices.withLock { $0 = found.map(\.description) } })
                do {
                    let made = try result(process.run())
                    state.progress.completedUnitCount = state.progress.totalUnitCount
                    promise(.success(made))
                } catch { promise(.failure(error)) }
                state.end()
            }
        }
    }

    /// Whether the job was asked to stop.
    public var isCanceled: Bool { state.wantsNoMore }

    /// Stops the job after the current step; ``result`` then fails with `MLCreateError.cancelled`.
    public func cancel() {
        state.isCancelled.store(true, ordering: .releasing)
    }

    // MARK: Publishers

    /// Publishes the trained classifier, or the error if there is none, even to late subscribers.
    public var result: AnyPublisher<Result, any Error> { future.kept(by: state.keeper) }
    /// Publishes every checkpoint made from now on.
    public var checkpoints: AnyPublisher<MLCheckpoint, Never> { state.checkpoints.kept(by: state.keeper) }
    /// Publishes the current phase and the following ones.
    public var phase: AnyPublisher<MLPhase, Never> { state.phase.kept(by: state.keeper) }

    // MARK: Without publishers

    /// The trained classifier, once the job ends; throws the error if there is none. Not part of Create ML.
    nonisolated(nonsending) public var value: Result {
        get async throws { try await future.value }
    }

    /// The progress of the job whenever it changes, until the job ends. Not part of Create ML.
    public var updates: AsyncStream<MLProgress> { state.updates() }

    /// Notices about skipped or questionable data, each a sentence that names the file or row; available once the data
    /// has been read. Not part of Create ML.
    public var notices: [String] { state.notices.withLock { $0 } }
}

/// The state that a job and its thread share.
private final class JobState: Sendable {
    let isCancelled = Atomic(false)
    let keeper = SubscriptionKeeper()
    let progress: JobProgress
    let checkpoints = PassthroughSubject<MLCheckpoint, Never>()
    let phase = CurrentValueSubject<MLPhase, Never>(.initialized)
    let notices = Mutex<[String]>([])
    private let listeners = Mutex<(streams: [AsyncStream<MLProgress>.Continuation], isOver: Bool)>(([], false))

    init() {
        progress = JobProgress(keeper)
        progress.totalUnitCount = 1000
        progress.update(MLProgress(phase: .initialized), share: 0)
    }

    /// Whether the job or its progress was cancelled.
    var wantsNoMore: Bool { isCancelled.load(ordering: .acquiring) || progress.isCancelled }

    func report(_ report: MLProgress, share: Double) {
        progress.update(report, share: share)
        if phase.value != report.phase { phase.send(report.phase) }
        for stream in listeners.withLock({ $0.streams }) { stream.yield(report) }
    }

    func updates() -> AsyncStream<MLProgress> {
        AsyncStream { stream in
            let isOver = listeners.withLock { listeners in
                if !listeners.isOver { listeners.streams.append(stream) }
                return listeners.isOver
            }
            if isOver { stream.finish() }
        }
    }

    func end() {
        checkpoints.send(completion: .finished)
        phase.send(completion: .finished)
        let streams = listeners.withLock { listeners in
            let streams = listeners.streams
            listeners = ([], true)
            return streams
        }
        for stream in streams { stream.finish() }
        keeper.end()
    }
}
