/// The command that explains the tool, which it is one of.
package func helpCommand(of tool: @escaping @Sendable () -> Tool) -> Command {
    Command(
        name: "help",
        summary: "Explain the tool or one of its commands",
        synopsis: "[COMMAND]",
        details: [],
        options: [manualFlag.description],
        operands: .commands,
        examples: [
            .init("tegata help bench", "everything about timing models"),
            .init("tegata help --man | man -l -", "all of it as a manual page"),
        ],
        run: { arguments, console throws(CommandError) in try showHelp(tool(), arguments, console) })
}

private let manualFlag = Flag("--man", "write the manual page of the tool, for man and its like")

private func showHelp(_ tool: Tool, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    guard arguments.operands.count <= 1 else { throw .usage("help takes one command; write tegata help COMMAND") }
    if arguments.has(manualFlag) {
        guard arguments.operands.isEmpty else { throw .usage("--man is about all commands; write tegata help --man") }
        console.print(tool.manualPage)
    } else if let name = arguments.operands.first {
        console.print(help(try tool.command(named: name), console.style))
    } else {
        console.print(tool.overview(console.style))
    }
}
