import TegataTool

let inspectCommand = Command(
    name: "inspect",
    summary: "Show what is inside a .task bundle, a .tflite network or a trained classifier",
    synopsis: "FILE… [--json]",
    details: [
        "For a bundle: its members, also those of bundles inside. For each network: inputs and outputs, parameters, operators with"
            + " their multiply-accumulates, metadata and labels, and whether Tegata can run it.",
        "For a classifier that tegata train wrote, in a file of its own or in a bundle: what it tells, its labels,"
            + " layers and thresholds, and its model card: what it was trained with, and what was measured.",
    ],
    options: [CommonOption.json.description],
    operands: .models,
    examples: [
        .init("tegata inspect hand_landmarker.task", "the bundle and both networks in it"),
        .init("tegata inspect hand_landmarker.task:hand_detector.tflite", "one network of a bundle"),
        .init("tegata inspect poses.tegata", "what a classifier tells, and how well"),
        .init(
            "tegata inspect *.tflite --json | jq .networks[].multiplyAccumulates", "one JSON object per file and line"),
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
