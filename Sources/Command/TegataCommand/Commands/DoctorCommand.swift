import TegataTool

let doctorCommand = Command(
    name: "doctor",
    summary: "Show what the tool finds on this machine, and what is missing",
    synopsis: "[--json]",
    details: [
        "Shows the version, the CPU levels that the processor has and the one that is used, threads, bundles with what they are by their hash,"
            + " the libraries for pictures, ffmpeg, cameras and OpenBLAS. For what is missing it says what that means and a command that mends it.",
        "The exit status is 0 also where something is missing that not every command needs, and 1 where there is no bundle to find hands with.",
    ],
    options: [CommonOption.json.description],
    operands: .anything,
    examples: [
        .init("tegata doctor", "what is there, and what to do about the rest"),
        .init("tegata doctor --json | jq -r .handBundle", "the bundle that is used where none is named"),
    ],
    run: { arguments, console in
        guard arguments.operands.isEmpty else { throw doctorCommand.wrongUsage("takes no file") }
        let diagnosis = Diagnosis()
        console.print(arguments.has(CommonOption.json) ? diagnosis.json : diagnosis.text(console.style))
        if let failure = diagnosis.failure { throw .failure(failure) }
    })
