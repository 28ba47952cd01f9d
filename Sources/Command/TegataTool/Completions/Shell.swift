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
