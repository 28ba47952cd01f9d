/// Options that the help lists under one heading.
package struct OptionGroup: Sendable {
    package let title: String
    package let options: [OptionDescription]

    package init(_ title: String, _ options: [OptionDescription]) {
        self.title = title
        self.options = options
    }
}

/// One of the commands of a ``Tool``.
package struct Command: Sendable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// The operands and required options, as written after the name.
    package let synopsis: String
    /// Explanations of how to use the command: paragraphs that the help wraps.
    package let details: [String]
    package let groups: [OptionGroup]
    /// The operands that shells offer.
    package let operands: PossibleValues
    package let examples: [Example]
    /// Does the work. Reports failures of single inputs to the console, and throws all other errors.
    package let run: @Sendable (Arguments, Console) throws -> Void

    package init(
        name: String, summary: String, synopsis: String, details: [String], groups: [OptionGroup],
        operands: PossibleValues = .files([]), examples: [Example],
        run: @escaping @Sendable (Arguments, Console) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.details = details
        self.groups = groups
        self.operands = operands
        self.examples = examples
        self.run = run
    }

    /// Creates a command whose options the help lists under one heading.
    package init(
        name: String, summary: String, synopsis: String, details: [String], options: [OptionDescription],
        operands: PossibleValues = .files([]), examples: [Example],
        run: @escaping @Sendable (Arguments, Console) throws -> Void
    ) {
        self.init(
            name: name, summary: summary, synopsis: synopsis, details: details,
            groups: [OptionGroup("Options", options)], operands: operands, examples: examples, run: run)
    }

    package var options: [OptionDescription] { groups.flatMap(\.options) }

    /// Returns the error for missing or wrong operands; `fault` continues a sentence after the command's name.
    package func wrongUsage(_ fault: String) -> CommandError {
        .usage("\(name) \(fault); write tegata \(name) \(synopsis)")
    }

    /// A command line and its effect.
    package struct Example: Sendable {
        package let line: String
        package let effect: String

        package init(_ line: String, _ effect: String) {
            self.line = line
            self.effect = effect
        }
    }
}
