/// The parts of the manual page that are not in the help.
package struct ManualText: Sendable {
    /// The purpose of the tool, which follows its name.
    let name: String
    let date: String
    let description: [String]
    let statuses: [(String, String)]
    let environment: [(String, String)]
    let files: [(String, String)]
    /// The commands whose first examples serve as examples for the tool.
    let exampleCommands: [String]

    package init(
        name: String, date: String, description: [String], statuses: [(String, String)],
        environment: [(String, String)], files: [(String, String)], exampleCommands: [String]
    ) {
        self.name = name
        self.date = date
        self.description = description
        self.statuses = statuses
        self.environment = environment
        self.files = files
        self.exampleCommands = exampleCommands
    }
}

extension Tool {
    /// The manual page in roff, made from the same data as the help.
    var manualPage: String {
        var page = Roff()
        page.line(".\\\" Written by: tegata help --man")
        page.line(".TH TEGATA 1 \"\(manual.date)\" \"tegata \(version)\"")
        page.section("NAME")
        page.line("tegata \\- \(manual.name)")
        page.section("SYNOPSIS")
        page.line("\\fBtegata\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]\\[u2026] [\\fIFILE\\fR]\\[u2026]")
        page.line(".br")
        page.line("\\fBtegata \\-\\-version\\fR")
        page.section("DESCRIPTION")
        for (index, paragraph) in manual.description.enumerated() { page.paragraph(paragraph, isFirst: index == 0) }
        page.section("COMMANDS")
        for command in commands { page.describe(command) }
        page.section("EXIT STATUS")
        for (status, meaning) in manual.statuses { page.entry(status, meaning) }
        page.section("ENVIRONMENT")
        for (name, meaning) in manual.environment { page.entry(name, meaning) }
        page.section("FILES")
        for (path, meaning) in manual.files { page.entry(path, meaning) }
        page.section("EXAMPLES")
        for name in manual.exampleCommands {
            guard let example = commands.first(where: { $0.name == name })?.examples.first else { continue }
            page.example(example, isFirst: name == manual.exampleCommands.first)
        }
        page.section("SEE ALSO")
        page.line("\\fBffmpeg\\fR(1)")
        return page.text
    }
}

extension Roff {
    fileprivate mutating func describe(_ command: Command) {
        subsection("tegata \(command.name) \(command.synopsis)")
        paragraph(command.summary + ".", isFirst: true)
        for paragraph in command.details { self.paragraph(paragraph) }
        for option in command.options { entry(optionSynopsis(option), option.summary) }
        for example in command.examples { self.example(example) }
    }

    fileprivate mutating func example(_ example: Command.Example, isFirst: Bool = false) {
        if !isFirst { line(".PP") }
        prose(example.effect.prefix(1).uppercased() + example.effect.dropFirst() + ":")
        line(".PP")
        line(".RS 4")
        line(".EX")
        literal(example.line)
        line(".EE")
        line(".RE")
    }
}
