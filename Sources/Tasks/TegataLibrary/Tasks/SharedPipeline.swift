import CTegataShims
import TegataBuffers
import TegataHands
import TegataInference
import TegataSystem

/// A pipeline that several threads use in turn.
final class SharedPipeline: @unchecked Sendable {
    private let pipeline: GesturePipeline
    private let lock = Lock(())
    private let process = OwnProcess()

    /// Without a number of threads there is one for each processor, up to four.
    init(_ networks: HandNetworks, options: HandPipelineOptions, threads: Int? = nil) throws(CallError) {
        let team = ThreadTeam(count: threads ?? min(max(Int(tegata_processor_count()), 1), 4))
        do { pipeline = try GesturePipeline(networks, options: options, team: team) } catch { throw CallError(error) }
    }

    deinit {
        // Its end would be waiting for threads that are not there.
        if !process.isThis { _ = Unmanaged.passRetained(pipeline) }
    }

    /// Does `body` while nobody else uses the pipeline.
    func use<Result>(_ body: (GesturePipeline) throws(CallError) -> Result) throws(CallError) -> Result {
        try process.check()
        return try lock.withLock { _ throws(CallError) in try body(pipeline) }
    }

    /// Waits until nobody uses the pipeline; in a forked process, nobody does.
    func wait() {
        if process.isThis { lock.withLock { _ in } }
    }
}
