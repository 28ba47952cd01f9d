/// Option names that people know from other tools, such as ffmpeg and yolo, and the advice to give for them.
package struct OptionHint: Sendable {
    private let names: [String]
    private let meaning: Meaning

    private enum Meaning {
        case advice(String)
        /// The name of the matching option.
        case option(String)
    }

    /// Creates a hint for options that no command has; `advice` says what to use instead.
    package init(_ names: String..., advice: String) {
        self.names = names
        meaning = .advice(advice)
    }

    /// Creates a hint for other names of `option`, used by the commands that have it.
    package init(_ names: String..., option: OptionDescription) {
        self.names = names
        meaning = .option(option.name)
    }

    /// Returns the advice on `name`; nil if the hint does not cover it, or `command` does not have the option.
    func advice(on name: String, to command: Command) -> String? {
        guard names.contains(name) else { return nil }
        switch meaning {
        case .advice(let advice): return advice
        case .option(let meant): return command.options.contains { $0.name == meant } ? "did you mean \(meant)?" : nil
        }
    }
}
