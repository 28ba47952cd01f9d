import TegataHands
import TegataImages
import TegataInference
import TegataVideo

/// The hand pipeline of a bundle, timed in video mode from pixels in memory to hands.
struct PipelineBenchmark {
    /// As the user named it.
    let name: String
    private let pipeline: HandPipeline
    private let threadCount: Int
    private let handCount: Int
    private let loadMilliseconds: Double

    /// Loads the bundle `loads` times and keeps the last. Gestures are timed where it has networks for them.
    init(
        _ name: String, _ networkOptions: NetworkOptions, _ options: HandPipelineOptions, threadCount: Int, loads: Int
    ) throws(CommandError) {
        let hasGestures = ModelSearch.hasGestures(name)
        var options = options
        if hasGestures { options.gestures = GestureOptions() }
        var times: [UInt64] = []
        var loaded: HandNetworks?
        for _ in 0..<loads {
            loaded = nil
            let start = System.nanoseconds()
            loaded = try HandNetworks(at: name, includingGestures: hasGestures, networkOptions)
            times.append(System.nanoseconds() - start)
        }
        guard let loaded else { preconditionFailure("a bundle is loaded at least once") }
        self.name = name
        self.threadCount = threadCount
        handCount = options.maximumHandCount
        loadMilliseconds = milliseconds(median(times))
        pipeline = try orFailure { () throws(HandPipelineError) in
            try HandPipeline(loaded, options: options, team: ThreadTeam(count: threadCount))
        }
    }

    /// Times every frame, after some that do not count.
    func run(_ frames: PipelineFrames) throws(CommandError) -> PipelineBenchmarkResult {
        // The memory is used for the first time, and threads wake up.
        for index in 0..<min(frames.count, Self.warmUpFrames) { _ = try track(frames, index) }
        pipeline.resetTracking()
        var times: [UInt64] = []
        var stages: [[UInt64]] = []
        times.reserveCapacity(frames.count)
        for index in 0..<frames.count {
            let start = System.nanoseconds()
            let result = try track(frames, index)
            times.append(System.nanoseconds() - start)
            stages.append(Stage.list.map { $0.nanoseconds(result.timings) })
        }
        pipeline.resetTracking()
        return PipelineBenchmarkResult(
            name: name, frames: frames, handCount: handCount, threadCount: threadCount,
            loadMilliseconds: loadMilliseconds,
            nanoseconds: times, stageMeans: Stage.list.indices.map { stage in mean(stages.map { $0[stage] }) })
    }

    private func track(_ frames: PipelineFrames, _ index: Int) throws(CommandError) -> HandPipelineResult {
        do throws(HandPipelineError) {
            return try frames.withFrame(index) { view, milliseconds throws(HandPipelineError) in
                try pipeline.track(view, milliseconds: milliseconds)
            }
        } catch {
            throw .failure("\(frames.name): \(error)")
        }
    }

    private static let warmUpFrames = 5
}

/// A part of the pipeline's work.
private struct Stage: Sendable {
    let name: String
    let nanoseconds: @Sendable (StageTimings) -> UInt64

    static let list = [
        Stage(name: "palmImage") { $0.palmImage }, Stage(name: "palmNetwork") { $0.palmNetwork },
        Stage(name: "palmDecoding") { $0.palmDecoding }, Stage(name: "handImages") { $0.handImages },
        Stage(name: "handNetwork") { $0.handNetwork }, Stage(name: "handDecoding") { $0.handDecoding },
        Stage(name: "gestures") { $0.gestures },
    ]
}

/// Pictures in memory: one that is shown again and again, or the frames of a video.
struct PipelineFrames {
    let name: String
    let count: Int
    private let source: Source

    private enum Source {
        case picture(RGBImage)
        case video([VideoFrame])
    }

    var isVideo: Bool {
        if case .video = source { return true }
        return false
    }

    /// One picture as a video of `count` frames.
    init(_ picture: RGBImage, name: String, count: Int) {
        self.name = name
        self.count = count
        source = .picture(picture)
    }

    /// All frames of a video.
    init(video path: String) throws(CommandError) {
        let reader = try orFailure { () throws(VideoError) in try VideoReader(readingFrom: path) }
        guard reader.camera == nil else {
            throw .failure("\(path): a camera has no end; name a video, which gives the same frames each time")
        }
        var frames: [VideoFrame] = []
        while try orFailure({ () throws(VideoError) in try reader.advance() }) { frames.append(reader.frame) }
        guard !frames.isEmpty else { throw .failure("\(path): the video has no frames; name another") }
        name = path
        count = frames.count
        source = .video(frames)
    }

    func withFrame<Result>(
        _ index: Int, _ body: (ImageView, Int) throws(HandPipelineError) -> Result
    ) throws(HandPipelineError) -> Result {
        switch source {
        case .picture(let picture):
            try picture.withView(orThrow: HandPipelineError.image) { view throws(HandPipelineError) in
                try body(view, 40 * index)
            }
        case .video(let frames):
            try frames[index].withView(orThrow: HandPipelineError.image) { view throws(HandPipelineError) in
                try body(view, frames[index].timestampMs)
            }
        }
    }
}

/// What `tegata bench` says about a pipeline.
struct PipelineBenchmarkResult {
    let name: String
    let frames: PipelineFrames
    let handCount: Int
    let threadCount: Int
    let loadMilliseconds: Double
    let nanoseconds: [UInt64]
    let stageMeans: [Double]

    private var meanMilliseconds: Double { mean(nanoseconds) }
    private var medianMilliseconds: Double { milliseconds(median(nanoseconds)) }
    /// 99 of 100 frames take at most this long.
    private var slowMilliseconds: Double {
        let sorted = nanoseconds.sorted()
        return milliseconds(sorted.isEmpty ? 0 : sorted[(sorted.count * 99 + 99) / 100 - 1])
    }

    func json(_ peakResidentByteCount: Int) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("model", name)
            json.member(frames.isVideo ? "video" : "image", frames.name)
            json.member("frames", frames.count)
            json.member("numHands", handCount)
            json.member("threads", threadCount)
            json.member("meanMs", meanMilliseconds)
            json.member("medianMs", medianMilliseconds)
            json.member("p99Ms", slowMilliseconds)
            json.member("loadMs", loadMilliseconds)
            json.member("peakRSSBytes", peakResidentByteCount)
            json.object("stageMeanMs") { json in
                for (stage, mean) in zip(Stage.list, stageMeans) { json.member(stage.name, mean) }
            }
        }
        return json.text
    }

    /// For people: times over frames, then the mean of each stage.
    static func show(_ results: [PipelineBenchmarkResult], _ console: Console) {
        var table = TextTable(
            [
                ("pipeline", .left), ("frames", .right), ("hands", .right), ("threads", .right), ("mean ms", .right),
                ("median ms", .right),
                ("p99 ms", .right), ("load ms", .right),
            ])
        for result in results {
            table.add([
                result.name, "\(result.frames.count)", "\(result.handCount)", "\(result.threadCount)",
                fixed(result.meanMilliseconds, 3),
                fixed(result.medianMilliseconds, 3), fixed(result.slowMilliseconds, 3),
                fixed(result.loadMilliseconds, 1),
            ])
        }
        table.lines(style: console.style).forEach(console.print)
        var stages = TextTable([("mean ms per frame", .left)] + Stage.list.map { ($0.name, .right) })
        for result in results { stages.add([result.name] + result.stageMeans.map { fixed($0, 3) }) }
        console.print("")
        stages.lines(style: console.style).forEach(console.print)
    }
}

/// The mean in milliseconds.
private func mean(_ nanoseconds: [UInt64]) -> Double {
    nanoseconds.isEmpty ? 0 : milliseconds(nanoseconds.reduce(0, +)) / Double(nanoseconds.count)
}
