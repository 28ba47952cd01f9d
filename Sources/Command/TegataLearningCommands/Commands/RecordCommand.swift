import TegataHandCommands
import TegataTool
import TegataVideo

package let recordCommand = Command(
    name: "record",
    summary: "Record pictures or clips of hands into class folders, to train with",
    synopsis: "CAMERA|VIDEO -o DIR [--labels A,B,C]",
    details: [
        "From a camera, keys of the terminal say what a hand shows: 1 takes a picture for the first of --labels, 2"
            + " for the second, and so on; 0 is background, for hands that show none of them and pictures without a"
            + " hand; held down, a key takes one after the other; q ends. With --clips a key begins a clip and the"
            + " same key ends it.",
        "With --countdown one class comes after the other, each after some seconds to get ready: both hands are"
            + " free then. With --range, the times of a video say what it shows.",
        "Files are DIR/CLASS/SESSION/000001.jpg and so on, clips .mp4 where the program ffmpeg is there and .y4m"
            + " otherwise. Nothing is replaced: what is recorded later is added. Training keeps the pictures of one"
            + " session together, so that it can tell how a classifier does on a day, or with a person, that it has"
            + " not seen; so record several.",
        "Ctrl-C ends the recording, and what was taken by then is kept.",
    ],
    options: RecordOption.all + [VideoPartOption.pictureRate.description] + CaptureOption.all + [
        OutputOption.preview.description, CommonOption.json.description, OutputOption.quiet.description,
    ],
    operands: .videos,
    examples: [
        .init(
            "tegata record /dev/video0 -o poses --labels rock,paper,scissors --preview",
            "pictures of three poses and background, by keys"),
        .init(
            "tegata record /dev/video0 -o poses --labels rock,paper,scissors --countdown 3",
            "20 pictures of each, one class after the other"),
        .init(
            "tegata record /dev/video0 -o actions --labels wave,circle --clips --countdown 3 --count 10",
            "ten clips of two seconds of each"),
        .init(
            "tegata record hands.mp4 -o poses --range rock=1.5-3 --range paper=4-6 --rest",
            "parts of a video, and what is between them as background"),
    ],
    run: record)

private func record(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first else { throw recordCommand.wrongUsage("needs a camera or video") }
    guard arguments.operands.count == 1 else {
        throw .usage("record takes one camera or video, not also \(arguments.operands[1])")
    }
    guard let output = try arguments.value(of: RecordOption.output) else {
        throw .usage("record needs a folder to write to; add --output DIR")
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
            throw .usage("\(path): keys are for cameras; say with --range or --countdown what the video shows")
        }
        guard path != "-", Keyboard.open() else {
            throw .usage("there is no terminal for keys; say with --range or --countdown what is to be taken")
        }
    }
    defer { Keyboard.restore() }
    let folder = RecordingFolder(
        output, session: try arguments.value(of: RecordOption.session), labels: setup.classes.labels)
    let session = RecordingSession(
        setup, Recorder(folder, setup.classes, isOfClips: setup.isOfClips), console,
        showsPictures: arguments.has(OutputOption.preview))
    // What was taken before an error is there, and told.
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
