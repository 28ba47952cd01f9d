import TegataTool
import TegataTracks

package let reportCommand = Command(
    name: "report",
    summary: "Report what is probably wrong with the tracks of a video",
    synopsis: "TRACK.jsonl… [-o OUT.json]",
    details: [
        "Reads what tegata track --json has written for a video, and writes JSON with the video's tracks, their probable faults, a score"
            + " from 0 to 1 for each second, and a hash of the results. tegata track --report writes the same without a second"
            + " command, and adds a hash over the bundle, the options and the version.",
        "The kinds of faults: swap (two hands exchange their IDs), identity (a hand gets another ID), loss (a hand is missing, although it"
            + " has not left the image), flip (a hand has the other side than in the rest of its track), jump (a hand is somewhere else"
            + " for one or two frames), stretch (a bone is suddenly much longer) and overlap (two hands are in"
            + " the same place).",
    ],
    options: [outputOption.description],
    operands: .files(["jsonl"]),
    examples: [
        .init("tegata report hands.jsonl", "write the report as a line of JSON"),
        .init("tegata report hands.jsonl | jq -c '.faults[]'", "list the faults"),
        .init("tegata report hands.jsonl | jq -c '.seconds[] | select(.score > 0.9)'", "list the seconds to keep"),
    ],
    run: report)

private let outputOption = Option<String>.text(
    "--output", short: "-o", "OUT.json",
    "write the report to a file instead of standard output; as a web page if the name ends with .html",
    values: TrackReport.fileTypes)

private func report(_ arguments: Arguments, _ console: Console) throws {
    guard !arguments.operands.isEmpty else { throw reportCommand.wrongUsage("needs a file") }
    let output = try arguments.value(of: outputOption)
    if let output {
        guard arguments.operands.count == 1 else {
            throw .usage("--output takes only one report; write them one by one")
        }
        try OutputPathChecks.requireFile(output)
    }
    for path in arguments.operands {
        do {
            let report = try TrackReport(VideoHands(readingFileAt: path), origin: nil)
            if let output { try report.write(to: output) } else { console.print(report.json) }
        } catch {
            console.report(try failureMessage(of: error))
        }
    }
}
