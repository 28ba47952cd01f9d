import TegataBuffers
import TegataHandCommands
import TegataHands
import TegataInference
import TegataModelSearch
import TegataTool

/// The hand pipeline of a bundle, timed from pixels in memory to hands, in video mode or on separate images.
struct PipelineBenchmark {
    /// The name that the user specified.
    let name: String
    private let pipeline: GesturePipeline
    private let isOfStills: Bool
    private let threadCount: Int
    private let handCount: Int
    private let loadMilliseconds: Double

    /// Loads the bundle `loads` times and keeps the last one. If it has gesture networks, gestures are timed as well.
    init(
        _ name: String, _ networkOptions: NetworkOptions, _ precision: HandPrecision, _ options: HandPipelineOptions,
        isOfStills: Bool, team: ThreadTeam, loads: Int
    ) throws {
        let hasGestures = ModelSearch.hasGestures(name)
        var options = options
        if hasGestures { options.gestures = GestureOptions() }
        var times: [UInt64] = []
        var loaded: HandNetworks?
        for _ in 0..<loads {
            loaded = nil
            let start = System.nanoseconds()
            loaded = try HandNetworks(at: name, includingGestures: hasGestures, networkOptions, precision)
            times.append(System.nanoseconds() - start)
        }
        guard let loaded else { preconditionFailure("a bundle is loaded at least once") }
        self.name = name
        self.isOfStills = isOfStills
        threadCount = team.count
        handCount = options.maximumHandCount
        loadMilliseconds = milliseconds(median(times))
        pipeline = try GesturePipeline(loaded, options: options, team: team)
    }

    /// Returns the times of every frame, after some warm-up frames.
    func run(_ frames: PipelineFrames) throws -> PipelineBenchmarkResult {
        // Warm up, because at first memory has not been touched and threads have to wake up.
        for index in 0..<min(frames.count, Self.warmUpFrames) { _ = try track(frames, index) }
        pipeline.resetTracking()
        var times: [UInt64] = []
        var stages: [[UInt64]] = []
        times.reserveCapacity(frames.count)
        for index in 0..<frames.count {
            let start = System.nanoseconds()
            let result = try track(frames, index)
            times.append(System.nanoseconds() - start)
            stages.append(PipelineStage.all.map { $0.nanoseconds(result.timings) })
        }
        pipeline.resetTracking()
        return PipelineBenchmarkResult(
            name: name, frames: frames, handCount: handCount, threadCount: threadCount,
            loadMilliseconds: loadMilliseconds,
            nanoseconds: times, stages: PipelineStage.all.indices.map { stage in stages.map { $0[stage] } })
    }

    private func track(_ frames: PipelineFrames, _ index: Int) throws -> HandPipelineResult {
        do {
            return try frames.withFrame(index) { view, milliseconds throws(TegataError) in
                isOfStills ? try pipeline.detect(view) : try pipeline.track(view, milliseconds: milliseconds)
            }
        } catch {
            throw .failure("\(frames.name): \(error)")
        }
    }

    private static let warmUpFrames = 5
}
