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
        run: { arguments, console in
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

/// The shells that can complete what is typed behind `tegata`.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script that makes the shell do so, from the same data as the help.
    func completions(of tool: Tool) -> String {
        switch self {
        case .bash: tool.bashCompletions
        case .zsh: tool.zshCompletions
        case .fish: tool.fishCompletions
        }
    }
}

extension OptionDescription {
    /// What the option does, in so few words that a list of options has room for it.
    var briefSummary: String {
        // What is behind these explains the rest.
        let ends = ["; ", " (", ": "].compactMap { summary.firstRange(of: $0)?.lowerBound }
        return String(summary[..<(ends.min() ?? summary.endIndex)])
    }
}

extension String {
    /// The text as one word of a shell, `escape` being how a single quote is written within single quotes.
    package func singleQuoted(escape: String = #"'\''"#) -> String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: escape) + "'"
    }

    /// The text with a backslash before each of `characters`.
    func escaping(_ characters: String) -> String {
        String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
    }
}
