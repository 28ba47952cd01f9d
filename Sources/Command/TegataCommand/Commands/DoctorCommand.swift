import TegataTool

let doctorCommand = Command(
    name: "doctor",
    summary: "Check this machine: models, libraries, ffmpeg and cameras, and what is missing",
    synopsis: "[--json]",
    details: [
        "Shows the version, the CPU levels that the processor supports and the one in use, the number of threads, the bundles (identified"
            + " by their hash), the image libraries, ffmpeg, cameras and OpenBLAS. For each missing part, doctor states the effect and"
            + " prints a command that fixes it.",
        "The exit status is 1 if no hand bundle can be used, and 0 otherwise, even if a part is missing that only some commands need.",
    ],
    options: [CommonOption.json.description],
    operands: .anything,
    examples: [
        .init("tegata doctor", "list what is available, and how to install the rest"),
        .init("tegata doctor --json | jq -r .handBundle", "print the path of the default bundle"),
    ],
    run: { arguments, console in
        guard arguments.operands.isEmpty else { throw doctorCommand.wrongUsage("takes no file") }
        let diagnosis = Diagnosis()
        console.print(arguments.has(CommonOption.json) ? diagnosis.json : diagnosis.text(console.style))
        if let failure = diagnosis.failure { throw .failure(failure) }
    })
