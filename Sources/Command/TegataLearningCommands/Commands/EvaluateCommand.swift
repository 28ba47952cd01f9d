import TegataClassifiers
import TegataHandCommands
import TegataReport
import TegataSystem
import TegataTool
import TegataTraining
import TegataTrainingData

package let evaluateCommand = Command(
    name: "evaluate",
    summary: "Evaluate a trained classifier on data that it was not trained on",
    synopsis: "MODEL DATA… [--json]",
    details: [
        "MODEL is a classifier that tegata train has written. DATA has the same forms as for tegata train, with the class"
            + " names of the classifier. The classifier does not know a class with another name, so the right result"
            + " for its examples is no class: unknown, or background.",
        "Accuracy is the fraction of examples whose most likely class is the right one. Images without a hand are counted"
            + " separately. --json writes one object with accuracy, macroF1, unknown, classes and confusion. unknown is the"
            + " fraction of all examples except background for which no class was named. confusion has a row for each"
            + " class shown and a column for each result.",
        "For actions, it also reports the false alarms per minute of background, and the delay until an action is"
            + " recognised.",
    ],
    options: [
        TrainOption.html.description, CommonOption.json.description,
        OutputOption.quiet.description,
    ]
        + DataOption.all,
    operands: .files(["tegata", "task"]),
    examples: [
        .init("tegata evaluate poses.tegata other-day", "show the accuracy on recordings of another day"),
        .init(
            "tegata evaluate poses.task other-day --html report.html",
            "write a page with the confusion matrix and the worst mistakes"),
        .init("tegata evaluate poses.tegata rows.csv --json | jq .accuracy", "print only the accuracy"),
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
                "\(path): needs images, but \(dataSet.pointsOnlyCount) examples have only landmarks; pass images, or a"
                    + " classifier other than a .task")
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
    // From here on, Ctrl-C stops the process at once, because the evaluation cannot finish early.
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
