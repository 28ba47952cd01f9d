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
        "DATA is a folder with a folder of pictures (for actions: of videos or folders of frames) for every class,"
            + " such as tegata record makes; pictures whose names begin with the class; annotations of HaGRID;"
            + " tables with columns for file, class, start and end; rows of landmarks; or what tegata detect"
            + " --json, --csv or --npy has written. A class called none, nothing, background or no_gesture stands"
            + " for everything else.",
        "A name that ends with .task makes a bundle that MediaPipe loads; it holds poses alone, and needs pictures."
            + " Any other name makes a file that tegata, Vision and CoreML read here, which answers with more care:"
            + " what resembles nothing that it knows is unknown.",
        "The report says how the classifier does with hands that it has not learnt from, which of them it takes for"
            + " what, and which labels are likely wrong. --html makes a page of it, with pictures. None of that"
            + " changes the file: the same data, options and seed give the same bytes, for every number of threads.",
        "Ctrl-C ends the training, and nothing is written but the --checkpoint.",
    ],
    options: TrainOption.all + DataOption.all,
    operands: .wordThenFiles(TrainingKind.allCases.map(\.rawValue)),
    examples: [
        .init("tegata train pose poses -o poses.tegata", "a classifier from folders of pictures, and how good it is"),
        .init(
            "tegata train pose poses -o poses.task --html report.html", "a bundle for MediaPipe, and a page about it"),
        .init(
            "tegata train action actions -o actions.tegata --validation other-day",
            "actions, judged by what was recorded on another day"),
        .init("tegata train pose keypoint.csv -o poses.tegata", "rows of landmarks"),
        .init(
            "tegata train pose poses -o poses.tegata --from poses.tegata",
            "the same with classes or pictures that are new"),
    ],
    run: train)

private func train(_ arguments: Arguments, _ console: Console) throws {
    guard let word = arguments.operands.first else { throw trainCommand.wrongUsage("needs to know what") }
    guard let kind = TrainingKind(rawValue: word) else {
        throw trainCommand.wrongUsage("takes pose or action first, not \(word)")
    }
    let paths = Array(arguments.operands.dropFirst())
    guard !paths.isEmpty else {
        throw .usage("train \(kind.rawValue) needs data; name a folder with a folder for every class")
    }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let setup = try TrainingSetup(kind, paths, arguments)
    // Known to be there before the work begins.
    let base = setup.isBundle ? try baseBundle(arguments) : nil
    let checkpoint = try setup.checkpoint()
    let start = System.nanoseconds()
    let data = try TrainingData(setup, arguments, console)
    if let older = setup.recipe.start {
        for label in older.head.labels where !data.material.labels.contains(label) {
            console.warn("'\(label)' of the older classifier has no example here, and is not known any more")
        }
    }
    let training = ClassifierTraining(setup: setup, data: data)
    let result = try training.run(from: checkpoint, console)
    console.clearStatus()
    let bytes = try fileBytes(result.file, base)
    try PendingFile.writeFile(bytes.span.bytes, to: setup.output)
    // A link to it stays one.
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
            "too little was held out to know how far what is known reaches; --rejected-share changes nothing until more"
                + " is")
    }
    if assessment.untoldActionCount > 0 {
        warn(
            "none of \(assessment.untoldActionCount) actions is told when it is shown as a camera would; add more and"
                + " longer clips, or look at fewer frames with --window")
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

/// The bundle whose other networks go into the one that is written.
private func baseBundle(_ arguments: Arguments) throws -> (bytes: Bytes, path: String) {
    let path = try arguments.bundle(hasGestures: true)
    let bytes = try Bytes(mappingFileAt: path)
    try ForeignFile.refuseAsBundle(bytes, file: path)
    guard ModelSearch.hasGestures(path) else {
        throw .failure(
            "\(path): has no networks for gestures, which a .task needs; name gesture_recognizer.task with --model")
    }
    return (bytes, path)
}

private func fileBytes(_ file: ClassifierFile, _ base: (bytes: Bytes, path: String)?) throws -> [UInt8] {
    guard let base, case .embedding(let head) = file else { return file.bytes }
    return try GestureBundleWriter.write(head: head, base: base.bytes, file: base.path)
}
