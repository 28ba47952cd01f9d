import TegataImages

/// An option with a value of one type.
package struct Option<Value: Sendable>: Sendable {
    package let description: OptionDescription
    /// Parses text; throws if it is not a valid value for the option.
    let value: @Sendable (String) throws -> Value

    /// `expectation` describes valid values and completes "expects …"; `parse` returns nil for other text.
    package init(
        _ name: String, short: String? = nil, _ placeholder: String, _ summary: String, repeatedSuffix: String? = nil,
        values: PossibleValues = .anything, expectation: String, parse: @escaping @Sendable (String) -> Value?
    ) {
        let value: @Sendable (String) throws -> Value = { text in
            guard let value = parse(text) else { throw .usage("\(name) expects \(expectation), not \"\(text)\"") }
            return value
        }
        self.value = value
        description = OptionDescription(
            name: name, shortName: short, placeholder: placeholder, summary: summary, repeatedSuffix: repeatedSuffix,
            values: values
        ) { text in _ = try value(text) }
    }
}

extension Option where Value == String {
    /// Returns an option for any text except the empty one.
    package static func text(
        _ name: String, short: String? = nil, _ placeholder: String, _ summary: String, repeatedSuffix: String? = nil,
        values: PossibleValues = .anything
    ) -> Option {
        Option(
            name, short: short, placeholder, summary, repeatedSuffix: repeatedSuffix, values: values,
            expectation: "a text"
        ) {
            $0.isEmpty ? nil : $0
        }
    }
}

extension Option where Value == Int {
    /// Returns an option for a whole number within `range`.
    package static func integer(
        _ name: String, short: String? = nil, _ placeholder: String, in range: ClosedRange<Int>, _ summary: String
    ) -> Option {
        Option(
            name, short: short, placeholder, summary,
            expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)"
        ) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Option where Value == Float {
    /// Returns an option for a number from 0 to 1.
    package static func fraction(_ name: String, _ summary: String) -> Option {
        Option(name, "X", summary, expectation: "a number from 0 to 1") { text in
            Float(text).flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
    /// Returns an option for one of the raw values of an enumeration.
    package static func choice(_ name: String, _ summary: String) -> Option {
        let names = Value.allCases.map(\.rawValue)
        return Option(
            name, names.joined(separator: "|"), summary, values: .names(names), expectation: names.listed("or")
        ) { Value(rawValue: $0) }
    }
}

extension [String] {
    /// Returns the words as a list in a sentence, such as "a, b or c".
    package func listed(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}

/// An option without a value.
package struct Flag: Sendable {
    package let description: OptionDescription

    package init(_ name: String, short: String? = nil, _ summary: String) {
        description = OptionDescription(
            name: name, shortName: short, placeholder: nil, summary: summary, repeatedSuffix: nil, values: .anything
        ) { _ in }
    }
}

/// The description of an option for the parser and the help.
package struct OptionDescription: Sendable {
    /// The name with its dashes, such as `--threads`.
    package let name: String
    /// A short name, with one dash and one letter, such as `-o`.
    package let shortName: String?
    /// The placeholder for the value in the help; nil for an option without a value.
    package let placeholder: String?
    /// A short description of the effect.
    package let summary: String
    /// The suffix for further values, which may follow the first without repeating the option's name; nil if none may
    /// follow.
    package let repeatedSuffix: String?
    /// The values that shells offer.
    package let values: PossibleValues
    /// Throws if the text is not a valid value for the option.
    package let check: @Sendable (String) throws -> Void

    /// The short name, if there is one, and the long one.
    var names: [String] { (shortName.map { [$0] } ?? []) + [name] }
}

/// The possible values of an option, or operands of a command, that a shell can offer.
package enum PossibleValues: Equatable, Sendable {
    /// Values that cannot be listed.
    case anything
    /// One of a few words.
    case names([String])
    /// The name of one of the tool's commands.
    case commands
    /// Files with one of these extensions, without the dot; any files if the list is empty.
    case files([String])
    case folders
    /// First one of a few words, then any files.
    case wordThenFiles([String])

    /// Whether `name` has one of the file extensions that are offered.
    package func hasFile(named name: String) -> Bool {
        guard case .files(let endings) = self else { return false }
        return endings.contains { name.lowercased().hasSuffix("." + $0) }
    }

    package static let pictures = files(ImageFormat.readableEndings)
    package static let videos = files(["mp4", "m4v", "mkv", "mov", "webm", "avi", "y4m", "ppm"])
    package static let networks = files(["tflite", "task"])
    package static let models = files(["tflite", "task", "tegata"])
    package static let bundles = files(["task"])
    package static let classifiers = files(["tegata"])
}

/// Options that several commands have.
package enum CommonOption {
    package static let json = Flag("--json", "write one JSON object per line instead of text")
}

/// The option that every command has without having to declare it.
let helpOption = Flag("--help", short: "-h", "show this help; -h shows only the option names").description

/// The options of the tool itself, which are used without a command.
let toolOptions = [
    Flag("--help", short: "-h", "list the commands").description, Flag("--version", "show the version").description,
]
