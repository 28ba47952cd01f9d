import TegataTool

let inspectCommand = Command(
    name: "inspect",
    summary: "Show the contents of a .task bundle, a .tflite network or a trained classifier",
    synopsis: "FILE… [--json]",
    details: [
        "For a bundle: its members, including those of nested bundles. For each network: inputs and outputs, parameters, operators with"
            + " their multiply-accumulates, metadata and labels, and whether Tegata can run it.",
        "For a classifier from tegata train, in a .tegata file or in a bundle: what it classifies, its labels, layers and thresholds,"
            + " and its model card with the training data and the measurements.",
    ],
    options: [CommonOption.json.description],
    operands: .models,
    examples: [
        .init("tegata inspect hand_landmarker.task", "show the bundle and both networks in it"),
        .init("tegata inspect hand_landmarker.task:hand_detector.tflite", "show one network of a bundle"),
        .init("tegata inspect poses.tegata", "show the labels of a classifier, and how accurate it is"),
        .init(
            "tegata inspect *.tflite --json | jq .networks[].multiplyAccumulates",
            "print numbers from the JSON, one object per file"),
    ],
    run: inspect)

private func inspect(_ arguments: Arguments, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw inspectCommand.wrongUsage("needs a file") }
    let isJSON = arguments.has(CommonOption.json)
    var isFirst = true
    for file in arguments.operands {
        do {
            let report = try FileReport(file)
            if isJSON {
                console.print(report.json)
            } else {
                console.print((isFirst ? "" : "\n") + report.text(console.style))
            }
            isFirst = false
            report.problems.forEach(console.report)
        } catch {
            console.report(try failureMessage(of: error))
        }
    }
}
