import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHandCommands
import TegataModelSearch
import TegataRecords
import TegataReport
import TegataSystem
import TegataTool
import TegataTraining
import TegataTrainingData

package let trainCommand = Command(
    name: "train",
    summary: "Train a classifier of hand poses or hand actions",
    synopsis: "pose|action DATA… -o FILE",
    details: [
        "DATA is a directory with one subdirectory of images per class, as tegata record writes it (for actions, of videos"
            + " or of directories of frames). DATA may also be images whose names begin with the class, HaGRID annotations,"
            + " tables with columns for file, class, start and end, rows of landmarks, or files from tegata detect --json,"
            + " --csv or --npy. A class called none, nothing, background or no_gesture is for everything else.",
        "If FILE ends in .task, train writes a bundle that MediaPipe loads; it can hold only poses, and needs images. Any"
            + " other name gives a Tegata file, which tegata and the compatibility modules Vision and CoreML read. A Tegata"
            + " file also rejects hands unlike all those it was trained on, as unknown.",
        "The report shows how accurate the classifier is on hands that it was not trained on, which classes it confuses,"
            + " and which labels are probably wrong. --html writes the report as a page with images. The report does not"
            + " change the file: the same data, options and seed give the same bytes, for every number of threads.",
        "Ctrl-C stops the training. Only the --checkpoint is written then.",
    ],
    options: TrainOption.all + DataOption.all,
    operands: .wordThenFiles(TrainingKind.allCases.map(\.rawValue)),
    examples: [
        .init(
            "tegata train pose poses -o poses.tegata",
            "train on directories of images, and show how accurate the classifier is"),
        .init(
            "tegata train pose poses -o poses.task --html report.html",
            "write a bundle for MediaPipe, and the report as a page"),
        .init(
            "tegata train action actions -o actions.tegata --validation other-day",
            "train on actions, and validate with recordings of another day"),
        .init("tegata train pose keypoint.csv -o poses.tegata", "train on rows of landmarks"),
        .init(
            "tegata train pose poses -o poses.tegata --from poses.tegata",
            "continue with new classes or images"),
    ],
    run: train)

private func train(_ arguments: Arguments, _ console: Console) throws {
    guard let word = arguments.operands.first else { throw trainCommand.wrongUsage("needs the kind of classifier") }
    guard let kind = TrainingKind(rawValue: word) else {
        throw trainCommand.wrongUsage("takes pose or action first, not \(word)")
    }
    let paths = Array(arguments.operands.dropFirst())
    guard !paths.isEmpty else {
        throw .usage("train \(kind.rawValue) needs data; pass a directory with a subdirectory per class")
    }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let setup = try TrainingSetup(kind, paths, arguments)
    // Read the base bundle first, so that a missing bundle fails before the work begins.
    let base = setup.isBundle ? try baseBundle(arguments) : nil
    let checkpoint = try setup.checkpoint()
    let start = System.nanoseconds()
    let data = try TrainingData(setup, arguments, console)
    if let older = setup.recipe.start {
        for label in older.head.labels where !data.material.labels.contains(label) {
            console.warn(
                "the older classifier's class '\(label)' has no examples here and is dropped; to keep it, add its data")
        }
    }
    let training = ClassifierTraining(setup: setup, data: data)
    let result = try training.run(from: checkpoint, console)
    console.clearStatus()
    let bytes = try fileBytes(result.file, base)
    try PendingFile.writeFile(bytes.span.bytes, to: setup.output)
    // Delete the target of a link to the checkpoint rather than the link.
    if let path = setup.checkpointPath, System.isFile(path), case .file(let state)? = try? PendingFile.place(of: path) {
        System.removeFile(state)
    }
    var assessment = ClassifierAssessment(
        result, training, seconds: Double(System.nanoseconds() - start) / 1e9)
    func warn(_ warning: String) {
        console.warn(warning)
        assessment.notices.append(warning)
    }
    if let notice = training.nearDuplicates(result.report.heldOutExamples) { warn(notice.description) }
    if try arguments.value(of: TrainOption.rejected) != nil, !setup.isBundle, result.file.head.novelty == nil {
        warn(
            "too few examples were held out to set a threshold for unknown hands; --rejected-share has no effect until"
                + " you add examples")
    }
    if assessment.untoldActionCount > 0 {
        warn(
            "none of the \(assessment.untoldActionCount) actions is recognised in a stream, such as from a camera; add"
                + " more and longer clips, or use a smaller --window")
    }
    if let path = setup.htmlPath {
        assessment.addPictures(of: data.judged.data)
        try ClassifierPage.write(assessment, to: path)
    }
    Interruption.finishesVideos = false
    if arguments.has(CommonOption.json) {
        console.print(
            assessment.json { json in
                json.member("file", setup.output)
                json.member("iterations", result.file.card.iterations)
                json.member("seed", Int(truncatingIfNeeded: result.file.card.seed))
                json.member("trainingAccuracy", result.report.training.accuracy)
                json.member("dataHash", result.file.card.dataHash)
            })
    } else if !console.isQuiet {
        console.print(assessment.text(console.style))
    }
    let files = [setup.output, setup.htmlPath].compactMap(\.self)
    console.note("written: \(files.joined(separator: ", "))")
}

/// Returns the bundle whose networks, except the classifier, are copied to the written bundle.
private func baseBundle(_ arguments: Arguments) throws -> (bytes: Bytes, path: String) {
    let path = try arguments.bundle(hasGestures: true)
    let bytes = try Bytes(mappingFileAt: path)
    try ForeignFile.refuseAsBundle(bytes, file: path)
    guard ModelSearch.hasGestures(path) else {
        throw .failure(
            "\(path): has no gesture networks, which a .task needs; pass gesture_recognizer.task with --model")
    }
    return (bytes, path)
}

private func fileBytes(_ file: ClassifierFile, _ base: (bytes: Bytes, path: String)?) throws -> [UInt8] {
    guard let base, case .embedding(let head) = file else { return file.bytes }
    return try GestureBundleWriter.write(head: head, base: base.bytes, file: base.path)
}
