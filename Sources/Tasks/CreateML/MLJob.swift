import Synchronization
import TegataTrainingData

/// A stand-in for a training that runs on a thread of its own.
///
/// The job goes on when nobody keeps it, and until its end it keeps those who subscribed to its publishers or to
/// `progress.publisher(for:)`, unless they cancel.
public final class MLJob<Result>: Cancellable, @unchecked Sendable {
    /// How far the job is: a share, and what ``MLProgress`` has.
    public let progress: Progress
    /// When the job began.
    public let startDate = Date()
    private let state: JobState
    private let future: Future<Result, any Error>

    /// Starts a session where it is; `result` makes what is published of its outcome.
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

    /// Stops the job after the step that it is at; ``result`` ends with `MLCreateError.cancelled`.
    public func cancel() {
        state.isCancelled.store(true, ordering: .releasing)
    }

    // MARK: Publishers

    /// Gives the trained classifier, or the error that there is none with; also to those who ask late.
    public var result: AnyPublisher<Result, any Error> { future.kept(by: state.keeper) }
    /// Gives every checkpoint that is made from now on.
    public var checkpoints: AnyPublisher<MLCheckpoint, Never> { state.checkpoints.kept(by: state.keeper) }
    /// Gives what the job is doing, and what it does next.
    public var phase: AnyPublisher<MLPhase, Never> { state.phase.kept(by: state.keeper) }

    // MARK: Without publishers

    /// The trained classifier, when there is one; throws the error otherwise. Not part of the original.
    nonisolated(nonsending) public var value: Result {
        get async throws { try await future.value }
    }

    /// How far the job is, whenever that changes, until it ends. Not part of the original.
    public var updates: AsyncStream<MLProgress> { state.updates() }

    /// What was left out of the data or should be known of it, each a sentence that names its file or row, once the
    /// data was looked at. Not part of the original.
    public var notices: [String] { state.notices.withLock { $0 } }
}

/// What a job and the thread that it runs on share.
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
