import TegataHandCommands
import TegataTool
import TegataVideo

package let recordCommand = Command(
    name: "record",
    summary: "Record images or clips of hands as training data, one directory per class",
    synopsis: "CAMERA|VIDEO -o DIR [--labels A,B,C]",
    details: [
        "With a camera, press a key in the terminal to record what your hand shows: 1 takes an image for the first of"
            + " --labels, 2 for the second, and so on. 0 is background: hands that show none of the classes, and images"
            + " without a hand. Hold a key down to take one image after another; q quits. With --clips a key starts a"
            + " clip, and the same key ends it.",
        "With --countdown, record goes through the classes one after another and gives you some seconds to get ready, so"
            + " both hands stay free. With --range, you name the times of a video that show a class.",
        "The files are DIR/CLASS/SESSION/000001.jpg and so on. Clips are .mp4 if ffmpeg is installed, and .y4m otherwise."
            + " Nothing is overwritten: later recordings are added. Training keeps the images of one session together, so"
            + " that it can estimate the accuracy on a day, or with a person, that it has not seen. Record several"
            + " sessions.",
        "Ctrl-C ends the recording and keeps the files recorded so far.",
    ],
    options: RecordOption.all + [VideoPartOption.pictureRate.description] + CaptureOption.all + [
        OutputOption.preview.description, CommonOption.json.description, OutputOption.quiet.description,
    ],
    operands: .videos,
    examples: [
        .init(
            "tegata record /dev/video0 -o poses --labels rock,paper,scissors --preview",
            "take images of three poses and background, with keys"),
        .init(
            "tegata record /dev/video0 -o poses --labels rock,paper,scissors --countdown 3",
            "take 20 images of each class, one class after another"),
        .init(
            "tegata record /dev/video0 -o actions --labels wave,circle --clips --countdown 3 --count 10",
            "take ten clips of two seconds of each class"),
        .init(
            "tegata record hands.mp4 -o poses --range rock=1.5-3 --range paper=4-6 --rest",
            "take two parts of a video, and the rest of it as background"),
    ],
    run: record)

private func record(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first else { throw recordCommand.wrongUsage("needs a camera or video") }
    guard arguments.operands.count == 1 else {
        throw .usage("record takes one camera or video; drop \(arguments.operands[1])")
    }
    guard let output = try arguments.value(of: RecordOption.output) else {
        throw .usage("record needs a directory to write to; add --output DIR")
    }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let setup = try RecordingSetup(arguments)
    try OutputPathChecks.requireFolder(output)
    let camera = try CameraOptions(arguments)
    Interruption.finishesVideos = true
    guard let video = try openVideo(path, camera, setup.selection) else { return }
    if let camera = video.camera { console.warn("\(path): \(camera.name) gives \(camera)") }
    if setup.isByKeys {
        guard video.isLive else {
            throw .usage("\(path): keys work only with cameras; use --range or --countdown for a video")
        }
        guard path != "-", Keyboard.open() else {
            throw .usage("keys need a terminal, but there is none; use --range or --countdown")
        }
    }
    defer { Keyboard.restore() }
    let folder = RecordingFolder(
        output, session: try arguments.value(of: RecordOption.session), labels: setup.classes.labels)
    let session = RecordingSession(
        setup, Recorder(folder, setup.classes, isOfClips: setup.isOfClips), console,
        showsPictures: arguments.has(OutputOption.preview))
    // Report the files even after an error, because the files recorded before it are kept.
    var failure: (any Error)?
    do { try session.record(video) } catch { failure = error }
    if Interruption.isRequested, !video.isLive { Interruption.noteRecordingWasCut() }
    Keyboard.restore()
    console.clearStatus()
    if arguments.has(CommonOption.json) {
        console.print(session.json)
    } else if !console.isQuiet {
        console.print(session.text)
    }
    if let failure { throw failure }
    session.problems(path).forEach(console.report)
    Interruption.finishesVideos = false
}
