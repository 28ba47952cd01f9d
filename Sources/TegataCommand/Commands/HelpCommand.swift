let helpCommand = Command(
    name: "help",
    summary: "Explain the tool or one of its commands",
    synopsis: "[COMMAND]",
    details: [],
    options: [],
    operands: .commands,
    examples: [.init("tegata help bench", "everything about timing models")],
    run: showHelp)

private func showHelp(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    guard arguments.operands.count <= 1 else { throw .usage("help takes one command; write tegata help COMMAND") }
    if let name = arguments.operands.first {
        console.print(help(try command(named: name), console.style))
    } else {
        console.print(overview(console.style))
    }
}
