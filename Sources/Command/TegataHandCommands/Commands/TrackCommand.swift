import TegataBuffers
import TegataHands
import TegataInference
import TegataRecords
import TegataTool
import TegataVideo

package let trackCommand = Command(
    name: "track",
    summary: "Follow hands through a video",
    synopsis: "VIDEO… [--num-hands N] [--json]",
    details: [
        "Reads video files through the program ffmpeg, and by itself Y4M streams and PPM pictures one after the other; - is standard input."
            + " From pipes it reads JPEG and PNG pictures too. A folder of pictures, and pictures with numbers such as frame%04d.png, are videos."
            + " A camera such as /dev/video0 gives its newest frame each time, until --frames are done or the command is interrupted. Ctrl-C"
            + " ends the video, and what was made of it by then is finished; a second one discards that.",
        "Each hand gets a number that it keeps from frame to frame; each video begins with 1. As text, a line is written whenever other hands"
            + " are there than before; as JSON, a line for every frame.",
        "--start, --duration and --every choose frames, which are then counted, and timed, from the first of them on; --frames counts them too.",
        "With --gestures every frame says what each hand shows. With --gesture-dwell it also says when a hand begins and ends a gesture, so that"
            + " flickers do not count; as text, only that is written of gestures.",
        "With --actions it says what each hand does over a window of frames, such as waving; tegata train action makes"
            + " such a file. Nothing is said while a hand does nothing that is known.",
        "With --events only what happens is written, as it happens: a hand appeared or disappeared, a gesture began or ended (where the bundle"
            + " can tell gestures), an action began. With --finger-events also when a finger is extended or curled."
            + " With --json each is an object with source, frame, timestampMs, id, event, categoryName and durationMs.",
    ],
    options: OutputOption.allOfVideos + TrackOption.all + VideoPartOption.all + CaptureOption.all + GestureOption.all
        + MetricOption.all + HandOption.all + NetworkOption.all,
    operands: .videos,
    examples: [
        .init("tegata track hands.mp4", "when which hands come and go"),
        .init(
            "tegata track hands.mp4 --html report.html",
            "a page to play the video with its hands, and plots"),
        .init("tegata track hands.mp4 --json > hands.jsonl", "21 landmarks per hand for every frame"),
        .init(
            "tegata track hands.mp4 --gestures --annotate annotated.mp4",
            "the video with its hands drawn, and its sound"),
        .init("tegata track hands.mp4 --annotate - | ffplay -", "the same in a window, at once"),
        .init("tegata track hands.mp4 --start 1:30 --duration 10 --every 2", "every other frame of ten seconds of it"),
        .init("tegata track 'frame%04d.png' --fps 30 --annotate drawn.mp4", "numbered pictures, made into a video"),
        .init("tegata track /dev/video0 --preview --smooth", "what a camera sees"),
        .init(
            "tegata track /dev/video0 --events | while read -r line; do case $line in *\"began Thumb_Up\") echo yes;; esac; done",
            "a script that answers gestures"),
        .init("tegata track /dev/video0 --actions wave.tegata --events", "a line whenever somebody waves"),
        .init("ffmpeg -i URL -f yuv4mpegpipe - | tegata track - --json", "any stream that ffmpeg can read"),
    ],
    run: trackVideos)

private func trackVideos(_ arguments: Arguments, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw trackCommand.wrongUsage("needs a video") }
    console.isQuiet = arguments.has(OutputOption.quiet)
    var options = try HandPipelineOptions(arguments)
    try options.search.setBudget(arguments)
    options.tracking = try TrackingOptions(forVideos: arguments)
    guard try !arguments.hasCamerasOfPhotographs() else {
        throw .usage("--camera exif is for photographs; of a video, write its field of view")
    }
    options.metric = try MetricOptions(arguments)
    options.gestures = try arguments.gesturesOfVideos()
    options.actions = try arguments.actions()
    let frame = try FrameOptions(arguments)
    let camera = try CameraOptions(arguments)
    let selection = try VideoSelection(arguments)
    let frameCount = try arguments.value(of: TrackOption.frameCount) ?? .max
    let outputs = try VideoOutputs(arguments, options, console)
    let networks = try HandNetworks(arguments, gestures: options.gestures)
    let team = try arguments.team()
    Interruption.finishesVideos = true
    for (index, path) in arguments.operands.enumerated() where !outputs.hasNoReader {
        guard !Interruption.isRequested else {
            outputs.report("\(path): not begun, because the video before it was ended", source: path)
            continue
        }
        if let advice = try adviceOnMissingFile(path, arguments) {
            outputs.report("\(path): no such file; \(advice)", source: path)
            continue
        }
        do {
            // A new one counts hands from 1 again.
            let pipeline = try GesturePipeline(networks, options: options, team: team)
            try track(path, at: index, camera, selection, frameCount, pipeline, frame, outputs, console)
        } catch {
            outputs.report(try failureMessage(of: error), source: path)
        }
    }
    try outputs.finish()
    Interruption.finishesVideos = false
}

/// What to do where somebody has written what other tools expect in place of a file that is there; nil where there is
/// one or that cannot be told.
private func adviceOnMissingFile(_ path: String, _ arguments: Arguments) throws -> String? {
    guard !System.exists(path) else { return nil }
    if path.utf8.count < 3, path.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        return "cameras have names such as /dev/video\(path)"
    }
    // As in `ffmpeg -i IN OUT`.
    let annotated = try arguments.value(of: OutputOption.annotate)
    let isOutput =
        annotated == nil && arguments.operands.count > 1 && path == arguments.operands.last
        && VideoWriter.canWrite(path)
    return isOutput ? "check the path, or write it with \(OutputOption.annotate.description.name) \(path)" : nil
}

private func track(
    _ path: String, at index: Int, _ camera: CameraOptions, _ selection: VideoSelection, _ frameCount: Int,
    _ pipeline: GesturePipeline, _ options: FrameOptions, _ outputs: VideoOutputs, _ console: Console
) throws {
    guard let video = try openVideo(path, camera, selection) else { return }
    if let camera = video.camera { console.warn("\(path): \(camera.name) gives \(camera)") }
    if selection.pictureRate != nil, video.camera == nil, !video.isOfPictures {
        console.warn(
            "\(path): has a rate of its own, so \(VideoPartOption.pictureRate.description.name) changes nothing")
    }
    let expectedCount =
        video.estimatedFrameCount.map { min($0, frameCount) } ?? (frameCount < .max ? frameCount : nil)
    var progress = Progress(path, total: expectedCount)
    try outputs.begin(index, video, expectedCount: expectedCount)
    // What was made of the frames before an error is finished all the same.
    var failure: (any Error)?
    do {
        try follow(video, path, frameCount, pipeline, options, outputs) { progress.advance(console) }
    } catch {
        failure = error
    }
    let isCut = Interruption.isRequested && !video.isLive
    if isCut { Interruption.noteRecordingWasCut() }
    console.clearStatus()
    do {
        try outputs.end(isCut: isCut || video.frameCount == frameCount && !video.mayHaveConstantRate)
    } catch {
        guard failure != nil else { throw error }
        outputs.report(CommandError(error).message, source: path, isCounted: true)
    }
    if let failure { throw failure }
    if video.frameCount == 0, !isCut { console.warn("\(path): there is no frame, so nothing is drawn") }
    if let complaint = video.complaint {
        console.warn("\(path): ffmpeg found something wrong with it, and went on (\(complaint))")
    }
    if video.droppedFrameCount + video.damagedFrameCount > 0 {
        console.warn(
            "\(path): \(video.droppedFrameCount) frames came too fast and were dropped, \(video.damagedFrameCount) were damaged"
        )
    }
}

/// Tracks hands from frame to frame until the video ends.
private func follow(
    _ video: VideoReader, _ path: String, _ frameCount: Int, _ pipeline: GesturePipeline, _ options: FrameOptions,
    _ outputs: VideoOutputs,
    advance: () -> Void
) throws {
    var lastTime = Int.min
    // Streams end by themselves when that is requested, with the frames that have come by then. They may have no other
    // end, so that what cannot be written is said as soon as nothing else is written.
    while video.frameCount < frameCount, video.isLive ? !outputs.hasNoReader : !Interruption.isRequested,
        try video.advance()
    {
        // Two frames within a millisecond.
        lastTime = max(video.frame.timestampMs, lastTime.clampedSum(with: 1))
        let time = lastTime
        let result: HandPipelineResult
        do {
            result = try video.frame.withView { view throws(TegataError) in
                try pipeline.track(view, milliseconds: time, frame: options)
            }
        } catch {
            throw .failure("\(path): \(error)")
        }
        outputs.append(
            FrameRecord(
                source: path, frame: .init(index: video.frame.index, milliseconds: video.frame.timestampMs),
                width: video.frame.width,
                height: video.frame.height, hands: result.hands, hasGestures: pipeline.options.gestures != nil,
                hasMetric: pipeline.options.metric != nil,
                gestureEvents: result.gestureEvents,
                actionEvents: pipeline.options.actions.map { _ in result.actionEvents }),
            result.palms)
        advance()
    }
}
