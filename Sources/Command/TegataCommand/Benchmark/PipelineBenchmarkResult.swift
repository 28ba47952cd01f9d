import TegataHands
import TegataRecords
import TegataTool

/// The result of `tegata bench` for a pipeline.
struct PipelineBenchmarkResult {
    let name: String
    let frames: PipelineFrames
    let handCount: Int
    let threadCount: Int
    let loadMilliseconds: Double
    let nanoseconds: [UInt64]
    /// For each stage, the time it took in every frame, in nanoseconds.
    let stages: [[UInt64]]

    private var stageMeans: [Double] { stages.map(mean) }
    /// The shortest time of each stage in milliseconds, among the frames in which the stage ran.
    private var fastestStages: [Double] { stages.map { times in milliseconds(times.filter { $0 > 0 }.min() ?? 0) } }
    private var meanMilliseconds: Double { mean(nanoseconds) }
    private var medianMilliseconds: Double { milliseconds(median(nanoseconds)) }
    /// The 99th percentile of frame times, in milliseconds.
    private var slowMilliseconds: Double {
        let sorted = nanoseconds.sorted()
        return milliseconds(sorted.isEmpty ? 0 : sorted[(sorted.count * 99 + 99) / 100 - 1])
    }

    func json(_ peakResidentByteCount: Int) -> String {
        JSONWriter.object { json in
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
                for (stage, mean) in zip(PipelineStage.all, stageMeans) { json.member(stage.name, mean) }
            }
            json.object("stageMinMs") { json in
                for (stage, fastest) in zip(PipelineStage.all, fastestStages) { json.member(stage.name, fastest) }
            }
        }
    }

    /// Prints the results for people: the frame times, then the mean and minimum time of each stage.
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
        show("mean ms per frame", results) { $0.stageMeans }
        show("ms of the fastest", results) { $0.fastestStages }

        func show(
            _ title: String, _ results: [PipelineBenchmarkResult], _ values: (PipelineBenchmarkResult) -> [Double]
        ) {
            var table = TextTable([(title, .left)] + PipelineStage.all.map { ($0.name, .right) })
            for result in results { table.add([result.name] + values(result).map { fixed($0, 3) }) }
            console.print("")
            table.lines(style: console.style).forEach(console.print)
        }
    }
}

/// A stage of the pipeline, with its time.
struct PipelineStage: Sendable {
    let name: String
    let nanoseconds: @Sendable (StageTimings) -> UInt64

    static let all = [
        PipelineStage(name: "palmImage") { $0.palmImage }, PipelineStage(name: "palmNetwork") { $0.palmNetwork },
        PipelineStage(name: "palmDecoding") { $0.palmDecoding }, PipelineStage(name: "handImages") { $0.handImages },
        PipelineStage(name: "handNetwork") { $0.handNetwork }, PipelineStage(name: "handDecoding") { $0.handDecoding },
        PipelineStage(name: "gestures") { $0.gestures },
    ]
}
