import TegataBuffers
import TegataHands
import TegataInference
import TegataRecords
import TegataTool
import TegataTracks
import TegataVideo

package let trackCommand = Command(
    name: "track",
    summary: "Track hands through a video",
    synopsis: "VIDEO… [--num-hands N] [--json]",
    details: [
        "Reads video files with the program ffmpeg, and without it Y4M streams and series of PPM images; - is standard input."
            + " From pipes it also reads JPEG and PNG images. A directory of images, or numbered images such as frame%04d.png, is a video."
            + " A camera such as /dev/video0 gives its newest frame each time, until --frames is reached or you press Ctrl-C. Ctrl-C"
            + " ends the video and finishes the outputs; a second Ctrl-C discards them.",
        "Each hand gets an ID that it keeps from frame to frame; in each video, IDs begin with 1. Text output has a line whenever the hands"
            + " differ from those of the last line; JSON has a line for every frame.",
        "--start, --duration and --every select frames. Frame numbers and times then count from the first selected frame, and --frames counts"
            + " selected frames.",
        "With --gestures, the results name the gesture of each hand in every frame. With --gesture-dwell, they also report when a hand begins or"
            + " ends a gesture, without short flickers; text output then reports gestures only in this way.",
        "With --actions, the results name the action of each hand over a window of frames, such as waving; tegata train action makes"
            + " such a file. A hand that does no known action has none.",
        "With --events, only events are written, as they happen: a hand appeared or disappeared, a gesture began or ended (if the bundle"
            + " has gesture networks), or an action began. --finger-events adds a line when a finger has been extended or curled."
            + " With --json, each event is an object with source, frame, timestampMs, id, event, categoryName and durationMs.",
        "With --offline, results come after the last frame, because each hand's track is revised with the whole video in view: hands that"
            + " meet keep their IDs, each track is left or right as a whole, and gaps of up to half a second are filled, unless the hand left"
            + " the image. JSON and CSV mark the hands in such gaps as interpolated.",
    ],
    groups: OutputOption.groupsOfVideos + TrackOption.groups + [
        OptionGroup("Input", VideoPartOption.all + [TrackOption.frameCount.description] + CaptureOption.all)
    ] + HandOption.groups + [MetricOption.group, NetworkOption.group(with: [TraceFile.option.description])],
    operands: .videos,
    examples: [
        .init("tegata track hands.mp4", "list when hands appear and disappear"),
        .init(
            "tegata track hands.mp4 --html report.html",
            "write a page that plays the video with its hands and plots"),
        .init("tegata track hands.mp4 --json > hands.jsonl", "write 21 landmarks per hand for every frame"),
        .init(
            "tegata track hands.mp4 --offline --json --report faults.json > hands.jsonl",
            "write better tracks once the video is known as a whole, and their faults"),
        .init(
            "tegata track hands.mp4 --gestures --annotate annotated.mp4",
            "write the video with its hands drawn, and with its sound"),
        .init("tegata track hands.mp4 --annotate - | ffplay -", "show the hands in a window while tracking"),
        .init("tegata track hands.mp4 --start 1:30 --duration 10 --every 2", "process every other frame of 10 seconds"),
        .init("tegata track 'frame%04d.png' --fps 30 --annotate drawn.mp4", "make a video from numbered images"),
        .init("tegata track /dev/video0 --preview --smooth", "show the hands that a camera sees"),
        .init(
            "tegata track /dev/video0 --events | while read -r line; do case $line in *\"began Thumb_Up\") echo yes;; esac; done",
            "react to gestures in a script"),
        .init("tegata track /dev/video0 --actions wave.tegata --events", "write a line whenever somebody waves"),
        .init("ffmpeg -i URL -f yuv4mpegpipe - | tegata track - --json", "process any stream that ffmpeg can read"),
    ],
    run: trackVideos)

private func trackVideos(_ arguments: Arguments, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw trackCommand.wrongUsage("needs a video") }
    console.isQuiet = arguments.has(OutputOption.quiet)
    var options = try HandPipelineOptions(arguments)
    try options.search.setBudget(arguments)
    options.tracking = try TrackingOptions(forVideos: arguments)
    guard try !arguments.hasCamerasOfPhotographs() else {
        throw .usage("--camera exif is for photographs; for a video, give the field of view with --camera DEGREES")
    }
    options.metric = try MetricOptions(arguments)
    options.gestures = try arguments.gesturesOfVideos()
    options.actions = try arguments.actions()
    let frame = try FrameOptions(arguments)
    let camera = try CameraOptions(arguments)
    let selection = try VideoSelection(arguments)
    let frameCount = try arguments.value(of: TrackOption.frameCount) ?? .max
    let outputs = try VideoOutputs(arguments, options, console)
    let trace = try TraceFile(arguments)
    let networks = try HandNetworks(arguments, gestures: options.gestures)
    let team = try arguments.team(trace)
    Interruption.finishesVideos = true
    for (index, path) in arguments.operands.enumerated() where !outputs.hasNoReader {
        guard !Interruption.isRequested else {
            outputs.report("\(path): skipped because the previous video was interrupted", source: path)
            continue
        }
        if let advice = try adviceOnMissingFile(path, arguments) {
            outputs.report("\(path): no such file; \(advice)", source: path)
            continue
        }
        do {
            // Use a new pipeline for each video, so that its hand IDs begin at 1.
            let pipeline = try GesturePipeline(networks, options: options, team: team)
            let isWhole = arguments.has(TrackOption.offline)
            try track(path, at: index, camera, selection, frameCount, pipeline, frame, isWhole, outputs, console)
        } catch {
            outputs.report(try failureMessage(of: error), source: path)
        }
    }
    try outputs.finish()
    try trace?.finish(console)
    Interruption.finishesVideos = false
}

/// Returns advice for a missing file if the argument looks like the syntax of another tool; nil if the file exists or
/// there is no advice.
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
    _ pipeline: GesturePipeline, _ options: FrameOptions, _ isWhole: Bool, _ outputs: VideoOutputs, _ console: Console
) throws {
    guard let video = try openVideo(path, camera, selection) else { return }
    if let camera = video.camera { console.warn("\(path): \(camera.name) gives \(camera)") }
    if selection.pictureRate != nil, video.camera == nil, !video.isOfPictures {
        console.warn(
            "\(path): has its own frame rate, so \(VideoPartOption.pictureRate.description.name) has no effect")
    }
    let isReadTwice = isWhole && outputs.needPictures
    guard !isReadTwice || !video.isLive && path != "-" else {
        throw .usage(
            "\(path): cannot be read a second time, which --offline needs for outputs with images; write it to a file"
                + " first")
    }
    let expectedCount =
        video.estimatedFrameCount.map { min($0, frameCount) } ?? (frameCount < .max ? frameCount : nil)
    var progress = Progress(path, total: expectedCount)
    try outputs.begin(path, at: index, video, expectedCount: expectedCount)
    // Even after an error, finish the outputs for the frames before it.
    var failure: (any Error)?
    var whole = VideoHands()
    var palms: [[PalmDetection]] = []
    do {
        try follow(video, path, frameCount, pipeline, options, outputs) { record, found in
            if isWhole {
                whole.append(record)
                palms.append(found)
            } else {
                outputs.append(record, found)
            }
            progress.advance(console)
        }
    } catch {
        failure = error
    }
    let isCut = Interruption.isRequested && !video.isLive
    if isCut { Interruption.noteRecordingWasCut() }
    console.clearStatus()
    do {
        if isWhole {
            let again = isReadTwice ? try openVideo(path, camera, selection) : nil
            if let again { outputs.readAgain(again) }
            for (record, palms) in zip(whole.revised(pipeline.options).frames, palms) {
                if let again, try !again.advance() { break }
                outputs.append(record, palms)
            }
        }
        try outputs.end(isCut: isCut || video.frameCount == frameCount && !video.mayHaveConstantRate)
    } catch {
        guard failure != nil else { throw error }
        outputs.report(CommandError(error).message, source: path, isCounted: true)
    }
    if let failure { throw failure }
    if video.frameCount == 0, !isCut { console.warn("\(path): contains no frames, so nothing is drawn") }
    if let complaint = video.complaint {
        console.warn("\(path): ffmpeg reported a problem and continued (\(complaint))")
    }
    if video.droppedFrameCount + video.damagedFrameCount > 0 {
        console.warn(
            "\(path): \(video.droppedFrameCount) frames came too fast and were dropped, and \(video.damagedFrameCount)"
                + " were damaged"
        )
    }
}

/// Tracks hands from frame to frame until the video ends.
private func follow(
    _ video: VideoReader, _ path: String, _ frameCount: Int, _ pipeline: GesturePipeline, _ options: FrameOptions,
    _ outputs: VideoOutputs, append: (FrameRecord, [PalmDetection]) -> Void
) throws {
    var lastTime = Int.min
    // When interrupted, streams end on their own after the frames that have arrived. They may have no other end, so
    // stop as soon as nothing more can be written, and report the failure.
    while video.frameCount < frameCount, video.isLive ? !outputs.hasNoReader : !Interruption.isRequested,
        try video.advance()
    {
        // Keep timestamps increasing, because two frames may come within one millisecond.
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
        append(
            FrameRecord(
                source: path, frame: .init(index: video.frame.index, milliseconds: video.frame.timestampMs),
                width: video.frame.width,
                height: video.frame.height, hands: result.hands, hasGestures: pipeline.options.gestures != nil,
                hasMetric: pipeline.options.metric != nil,
                gestureEvents: result.gestureEvents,
                actionEvents: pipeline.options.actions.map { _ in result.actionEvents }),
            result.palms)
    }
}
