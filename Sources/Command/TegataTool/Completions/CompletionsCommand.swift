/// Returns the command that writes completions for the tool to which it belongs.
package func completionsCommand(of tool: @escaping @Sendable () -> Tool) -> Command {
    let synopsis = "bash|zsh|fish"
    return Command(
        name: "completions",
        summary: "Write a shell's completions of commands, options and files",
        synopsis: synopsis,
        details: [
            "Writes a script to standard output. Save it where the shell looks for completions, or read it in the shell's start-up file."
        ],
        options: [],
        operands: .names(Shell.allCases.map(\.rawValue)),
        examples: [
            .init("source <(tegata completions bash)", "completions for bash; add this line to ~/.bashrc"),
            .init("source <(tegata completions zsh)", "completions for zsh; add this line to ~/.zshrc after compinit"),
            .init(
                "tegata completions fish > ~/.config/fish/completions/tegata.fish",
                "completions for fish; run this once"
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

/// The shells for which there are completions.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Returns the shell's completion script, made from the same data as the help.
    func completions(of tool: Tool) -> String {
        switch self {
        case .bash: tool.bashCompletions
        case .zsh: tool.zshCompletions
        case .fish: tool.fishCompletions
        }
    }
}

extension OptionDescription {
    /// The start of the summary, which is short enough for a list of options.
    var briefSummary: String {
        // The text after these separators is detail.
        let ends = ["; ", " (", ": "].compactMap { summary.firstRange(of: $0)?.lowerBound }
        return String(summary[..<(ends.min() ?? summary.endIndex)])
    }
}

extension String {
    /// Returns the text as one shell word; `escape` stands for a single quote within single quotes.
    package func singleQuoted(escape: String = #"'\''"#) -> String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: escape) + "'"
    }

    /// Returns the text with a backslash before each of `characters`.
    func escaping(_ characters: String) -> String {
        String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
    }
}
