/// The command that writes what shells need to know of the tool, which it is one of.
package func completionsCommand(of tool: @escaping @Sendable () -> Tool) -> Command {
    let synopsis = "bash|zsh|fish"
    return Command(
        name: "completions",
        summary: "Write what a shell needs to complete commands, options and files",
        synopsis: synopsis,
        details: [
            "Writes a script to standard output, for the folder where the shell looks for such scripts or for its start-up file."
        ],
        options: [],
        operands: .names(Shell.allCases.map(\.rawValue)),
        examples: [
            .init("source <(tegata completions bash)", "completions for bash, as a line of ~/.bashrc"),
            .init("source <(tegata completions zsh)", "completions for zsh, as a line of ~/.zshrc behind compinit"),
            .init(
                "tegata completions fish > ~/.config/fish/completions/tegata.fish", "completions for fish, written once"
            ),
        ],
        run: { arguments, console throws(CommandError) in
            guard let name = arguments.operands.first, arguments.operands.count == 1 else {
                throw .usage("completions takes one shell; write tegata completions \(synopsis)")
            }
            guard let shell = Shell(rawValue: name) else {
                let names = Shell.allCases.map(\.rawValue)
                let advice =
                    nearest(to: name, among: names).map { "did you mean \($0)?" }
                    ?? "choose from \(names.joined(separator: ", "))"
                throw .usage("there are no completions for \(name); \(advice)")
            }
            console.print(shell.completions(of: tool()))
        })
}
