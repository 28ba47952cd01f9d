/// Names of options that people know from other tools, such as ffmpeg and yolo, and what to do instead.
package struct OptionHint: Sendable {
    private let names: [String]
    private let meaning: Meaning

    private enum Meaning {
        case advice(String)
        /// The name of the option that is meant.
        case option(String)
    }

    /// Options that no command has, and what to do instead.
    package init(_ names: String..., advice: String) {
        self.names = names
        meaning = .advice(advice)
    }

    /// Options that commands with `option` have by that name.
    package init(_ names: String..., option: OptionDescription) {
        self.names = names
        meaning = .option(option.name)
    }

    /// What to write instead of `name`; nil if that is not known, or the command does not have it.
    func advice(on name: String, to command: Command) -> String? {
        guard names.contains(name) else { return nil }
        switch meaning {
        case .advice(let advice): return advice
        case .option(let meant): return command.options.contains { $0.name == meant } ? "did you mean \(meant)?" : nil
        }
    }
}
