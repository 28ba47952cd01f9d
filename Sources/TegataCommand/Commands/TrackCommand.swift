import TegataHands
import TegataInference
import TegataVideo

let trackCommand = Command(
    name: "track",
    summary: "Follow hands through a video",
    synopsis: "VIDEO… [--num-hands N] [--json]",
    details: [
        "Reads video files through the program ffmpeg, and by itself Y4M streams and PPM pictures one after the other; - is standard input.",
        "Each hand gets a number that it keeps from frame to frame. As text, a line is written whenever other hands are there than before; as"
            + " JSON, a line for every frame.",
    ],
    options: [
        CommonOption.json.description, TrackOption.smooth.description, TrackOption.detectionInterval.description,
        TrackOption.averageHandedness.description,
    ] + HandOption.all + NetworkOption.all,
    examples: [
        .init("tegata track hands.mp4 --num-hands 2", "when which hands come and go"),
        .init("tegata track hands.mp4 --json > hands.jsonl", "21 landmarks per hand for every frame"),
        .init("ffmpeg -i URL -f yuv4mpegpipe - | tegata track - --json", "any stream that ffmpeg can read"),
    ],
    run: trackVideos)

/// Options of commands for videos.
enum TrackOption {
    static let smooth = Flag("--smooth", "take the jitter out of landmarks (One-Euro filter); slow movement lags a little")
    static let detectionInterval = Option<Int>.integer(
        "--detection-interval", "N", in: 1...1_000_000,
        "while hands are missing, look for new ones in every Nth frame only (default: 1)")
    static let averageHandedness = Flag("--average-handedness", "decide which hand it is over all frames of a hand")
}

private func trackVideos(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    guard !arguments.operands.isEmpty else { throw .usage("track needs a video; write tegata track \(trackCommand.synopsis)") }
    let isJSON = arguments.has(CommonOption.json)
    var options = try HandPipelineOptions(arguments)
    options.identifiesHands = true
    options.averagesHandedness = arguments.has(TrackOption.averageHandedness)
    options.detectionInterval = try arguments.value(of: TrackOption.detectionInterval) ?? 1
    if arguments.has(TrackOption.smooth) { options.smoothing = SmoothingOptions() }
    let frame = try FrameOptions(arguments)
    let threadCount = try arguments.threadCount()
    let networks = try HandNetworks(arguments)
    let pipeline = try orFailure { () throws(HandPipelineError) in
        try HandPipeline(networks, options: options, team: ThreadTeam(count: threadCount))
    }
    for path in arguments.operands {
        do throws(CommandError) {
            try track(path, pipeline, frame, isJSON: isJSON, console)
        } catch .failure(let message) {
            console.report(message)
        }
        pipeline.resetTracking()
    }
}

private func track(
    _ path: String, _ pipeline: HandPipeline, _ options: FrameOptions, isJSON: Bool, _ console: Console
) throws(CommandError) {
    let video = try orFailure { () throws(VideoError) in try VideoReader(readingFrom: path) }
    var progress = Progress(path, total: video.estimatedFrameCount)
    var lastTime = Int.min
    var lastNames: [String]?
    while try orFailure({ () throws(VideoError) in try video.advance() }) {
        // Two frames within a millisecond.
        lastTime = max(video.frame.timestampMs, lastTime + 1)
        let result: HandPipelineResult
        do throws(HandPipelineError) {
            result = try video.frame.withView { view throws(HandPipelineError) in
                try pipeline.track(view, milliseconds: lastTime, frame: options)
            }
        } catch {
            throw .failure("\(path): \(error)")
        }
        let hands = HandsOfPicture(
            source: path, frame: .init(index: video.frame.index, milliseconds: video.frame.timestampMs), width: video.frame.width,
            height: video.frame.height, hands: result.hands)
        if isJSON {
            console.print(hands.json)
        } else if hands.names != lastNames {
            console.print(hands.summary)
        }
        lastNames = hands.names
        progress.advance(console)
    }
    console.clearStatus()
    if let complaint = video.complaint { console.warn("\(path): \(complaint)") }
}
