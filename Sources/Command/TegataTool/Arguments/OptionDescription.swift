/// What the parser and the help need to know about an option.
package struct OptionDescription: Sendable {
    /// The name with its dashes, such as `--threads`.
    package let name: String
    /// A second name of one dash and one letter, such as `-o`.
    package let shortName: String?
    /// What stands for the value in the help; nil for an option without one.
    package let placeholder: String?
    /// What the option does, in a few words.
    package let summary: String
    /// Values that end like this may follow the first without naming the option again.
    package let repeatedSuffix: String?
    /// What shells offer for the value.
    package let values: PossibleValues
    /// Throws where a text is no value of the option.
    package let check: @Sendable (String) throws(CommandError) -> Void

    /// The short name, if there is one, and the long one.
    var names: [String] { (shortName.map { [$0] } ?? []) + [name] }
}
