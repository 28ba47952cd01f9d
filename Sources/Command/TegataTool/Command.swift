/// One of the commands of a ``Tool``.
package struct Command: Sendable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// How operands and necessary options are written, behind the name.
    package let synopsis: String
    /// What one should know to use it: paragraphs that the help wraps.
    package let details: [String]
    package let options: [OptionDescription]
    /// What shells offer as operands.
    package let operands: PossibleValues
    package let examples: [Example]
    /// Does the work; what goes wrong with one input of several is reported to the console, the rest is thrown.
    package let run: @Sendable (Arguments, Console) throws -> Void

    package init(
        name: String, summary: String, synopsis: String, details: [String], options: [OptionDescription],
        operands: PossibleValues = .files([]), examples: [Example],
        run: @escaping @Sendable (Arguments, Console) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.details = details
        self.options = options
        self.operands = operands
        self.examples = examples
        self.run = run
    }

    /// The error where a command line has no or the wrong operands; `fault` goes on from the command's name.
    package func wrongUsage(_ fault: String) -> CommandError {
        .usage("\(name) \(fault); write tegata \(name) \(synopsis)")
    }

    /// A command line and what it does.
    package struct Example: Sendable {
        package let line: String
        package let effect: String

        package init(_ line: String, _ effect: String) {
            self.line = line
            self.effect = effect
        }
    }
}
