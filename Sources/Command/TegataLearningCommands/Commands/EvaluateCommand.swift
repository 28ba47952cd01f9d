import TegataClassifiers
import TegataHandCommands
import TegataReport
import TegataSystem
import TegataTool
import TegataTraining
import TegataTrainingData

package let evaluateCommand = Command(
    name: "evaluate",
    summary: "Judge a trained classifier by data that it has not seen",
    synopsis: "MODEL DATA… [--json]",
    details: [
        "MODEL is what tegata train has written, and DATA what it reads. Classes have the names that they have in"
            + " the classifier; what has another name is nothing that the classifier knows, so that the right"
            + " answer to it is no class: unknown, or background.",
        "Accuracy is how often the most likely class is the right one. Pictures without a hand are counted apart."
            + " With --json there is one object with accuracy, macroF1, unknown (of all examples but background,"
            + " the share answered with no class), classes, and confusion with a row for each class shown and a"
            + " column for each answered.",
        "Of actions it also tells how many false alarms there are in a minute of background, and after how long an"
            + " action is told.",
    ],
    options: [
        TrainOption.html.description, CommonOption.json.description,
        OutputOption.quiet.description,
    ]
        + DataOption.all,
    operands: .files(["tegata", "task"]),
    examples: [
        .init("tegata evaluate poses.tegata other-day", "how good it is on another day"),
        .init("tegata evaluate poses.task other-day --html report.html", "a page with what it took for what"),
        .init("tegata evaluate poses.tegata rows.csv --json | jq .accuracy", "a number"),
    ],
    run: evaluate)

private func evaluate(_ arguments: Arguments, _ console: Console) throws {
    guard let path = arguments.operands.first else { throw evaluateCommand.wrongUsage("needs a classifier") }
    let paths = Array(arguments.operands.dropFirst())
    guard !paths.isEmpty else { throw evaluateCommand.wrongUsage("needs data") }
    console.isQuiet = arguments.has(OutputOption.quiet)
    let page = try arguments.value(of: TrainOption.html).map { DataOutput(kind: .page, option: "--html", path: $0) }
    try DataOutput.requirePlaces(of: [page].compactMap(\.self), inputs: [path] + paths)
    let file = try ClassifierFile(at: path)
    let options = try DataSetOptions(arguments)
    let kind: TrainingKind = if case .action = file { .action } else { .pose }
    let dataSet = try kind.dataSet(at: paths, options, needsTwoLabels: false)
    var includesEmbeddings = false
    if case .embedding = file {
        guard dataSet.pointsOnlyCount == 0 else {
            throw .failure(
                "\(path): judges pictures, and there are \(dataSet.pointsOnlyCount) examples of key points alone;"
                    + " name pictures, or a classifier that is no .task")
        }
        includesEmbeddings = true
    }
    if let page {
        let bundle = try? arguments.bundle(hasGestures: includesEmbeddings)
        let inputs = paths + [options.labelsFile, bundle].compactMap(\.self)
        try page.require(apartFrom: inputs, [dataSet])
    }
    Interruption.finishesVideos = true
    let data = try ReadData(
        dataSet, for: .judging, includingEmbeddings: includesEmbeddings, named: paths.joined(separator: ", "),
        arguments, console)
    // What is computed from here on has no end to finish early.
    Interruption.finishesVideos = false
    data.tellNotices(console)
    for notice in dataSet.unneeded(options) { console.warn(notice.description) }
    var assessment = try Evaluation(file, path, data.extracted).assessment()
    assessment.basis = paths.joined(separator: ", ")
    if let page {
        assessment.addPictures(of: data.extracted)
        try ClassifierPage.write(assessment, to: page.path)
    }
    if arguments.has(CommonOption.json) {
        console.print(assessment.json())
    } else if !console.isQuiet {
        console.print(assessment.text(console.style))
    }
    if let page { console.note("written: \(page.path)") }
}
