extension Tool {
    /// Returns the help for the whole tool.
    package func overview(_ style: Style) -> String {
        var text = wrapped(summary, style.width)
        text += "\n\n" + style.heading("Usage") + "\n  tegata COMMAND [OPTION…] [FILE…]\n  tegata --version\n\n"
        text += style.heading("Commands") + "\n"
        text += definitions(commands.map { ($0.name, $0.summary) }, style)
        text +=
            "\n" + style.heading("Learn more")
            + "\n  tegata help COMMAND explains a command, with examples.\n  tegata help --man | man -l - shows everything as a manual page."
        return text
    }
}

/// Returns the help for one command.
package func help(_ command: Command, _ style: Style) -> String {
    var text = wrapped(command.summary, style.width) + "\n\n"
    text += style.heading("Usage") + "\n  tegata \(command.name) \(command.synopsis)\n"
    for paragraph in command.details { text += "\n" + wrapped(paragraph, style.width) + "\n" }
    for (index, group) in command.groups.enumerated() {
        let options = group.options + (index == command.groups.count - 1 ? [helpOption] : [])
        text += "\n" + style.heading(group.title) + "\n"
        text += definitions(options.map { (optionSynopsis($0), $0.summary) }, style)
    }
    if !command.examples.isEmpty {
        text += "\n" + style.heading("Examples") + "\n"
        for (index, example) in command.examples.enumerated() {
            text +=
                (index == 0 ? "" : "\n") + "  \(example.line)\n" + indented(example.effect, by: 6, style.width) + "\n"
        }
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
}

/// Returns help for one command that fits on one screen: the names of its options and an example.
package func briefHelp(_ command: Command, _ style: Style) -> String {
    var text = wrapped(command.summary, style.width) + "\n\n"
    text += style.heading("Usage") + "\n  tegata \(command.name) \(command.synopsis)\n"
    let groups = command.groups.filter { !$0.options.isEmpty }.map { group in
        (term: group.title, meaning: group.options.map(\.name).joined(separator: " "))
    }
    if !groups.isEmpty { text += "\n" + style.heading("Options") + "\n" }
    text +=
        groups.count == 1 ? indented(groups[0].meaning, by: 2, style.width) + "\n" : definitions(groups, style)
    if let example = command.examples.first {
        text += "\n" + style.heading("Example") + "\n  \(example.line)\n" + indented(example.effect, by: 6, style.width)
    }
    return text + "\n\n" + wrapped("tegata \(command.name) --help explains each option.", style.width)
}

/// Returns the names of an option and the placeholder for its value.
func optionSynopsis(_ option: OptionDescription) -> String {
    (option.shortName.map { $0 + ", " } ?? "") + option.name + (option.placeholder.map { " " + $0 } ?? "")
        + (option.repeatedSuffix == nil ? "" : " …")
}

/// Returns a list of terms, each with its meaning next to it or, if the term is long, below it.
private func definitions(_ entries: [(term: String, meaning: String)], _ style: Style) -> String {
    let widest = 26
    let column = min(entries.map { $0.term.count }.max() ?? 0, widest) + 4
    var text = ""
    for (term, meaning) in entries {
        let lines = wrapped(meaning, style.width - column).split(separator: "\n")
        let isBeside = term.count <= widest
        text += "  " + term
        text +=
            isBeside
            ? String(repeating: " ", count: column - term.count - 2) : "\n" + String(repeating: " ", count: column)
        text += lines.joined(separator: "\n" + String(repeating: " ", count: column)) + "\n"
    }
    return text
}

private func indented(_ text: String, by count: Int, _ width: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return wrapped(text, width - count).split(separator: "\n").map { margin + $0 }.joined(separator: "\n")
}

/// Breaks a paragraph between words so that no line is longer than `width`, except for single long words.
package func wrapped(_ text: String, _ width: Int) -> String {
    var lines = ""
    var used = 0
    for word in text.split(separator: " ") {
        let needed = word.count
        if used == 0 {
            lines += word
            used = needed
        } else if used + 1 + needed <= width {
            lines += " " + word
            used += 1 + needed
        } else {
            lines += "\n" + word
            used = needed
        }
    }
    return lines
}

/// Returns the command that explains the tool to which it belongs.
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
            .init("tegata help --man | man -l -", "everything as a manual page"),
        ],
        run: { arguments, console in try showHelp(tool(), arguments, console) })
}

private let manualFlag = Flag("--man", "write the tool's manual page in man format")

private func showHelp(_ tool: Tool, _ arguments: Arguments, _ console: Console) throws {
    guard arguments.operands.count <= 1 else { throw .usage("help takes one command; write tegata help COMMAND") }
    if arguments.has(manualFlag) {
        guard arguments.operands.isEmpty else { throw .usage("--man covers all commands; write tegata help --man") }
        console.print(tool.manualPage)
    } else if let name = arguments.operands.first {
        console.print(help(try tool.command(named: name), console.style))
    } else {
        console.print(tool.overview(console.style))
    }
}
