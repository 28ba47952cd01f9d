/// An option with a value of one type.
package struct Option<Value: Sendable>: Sendable {
    package let description: OptionDescription
    /// Throws where a text is no value of the option.
    let value: @Sendable (String) throws(CommandError) -> Value

    /// `expectation` is what a value must be, to complete "expects …"; `parse` gives nil for other texts.
    package init(
        _ name: String, short: String? = nil, _ placeholder: String, _ summary: String, repeatedSuffix: String? = nil,
        values: PossibleValues = .anything, expectation: String, parse: @escaping @Sendable (String) -> Value?
    ) {
        let value: @Sendable (String) throws(CommandError) -> Value = { text throws(CommandError) in
            guard let value = parse(text) else { throw .usage("\(name) expects \(expectation), not \"\(text)\"") }
            return value
        }
        self.value = value
        description = OptionDescription(
            name: name, shortName: short, placeholder: placeholder, summary: summary, repeatedSuffix: repeatedSuffix,
            values: values
        ) { text throws(CommandError) in _ = try value(text) }
    }
}

extension Option where Value == String {
    /// Any text but the empty one.
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
    /// A whole number within `range`.
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
    /// A number from 0 to 1.
    package static func fraction(_ name: String, _ summary: String) -> Option {
        Option(name, "X", summary, expectation: "a number from 0 to 1") { text in
            Float(text).flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
    /// One of the names of an enumeration.
    package static func choice(_ name: String, _ summary: String) -> Option {
        let names = Value.allCases.map(\.rawValue)
        return Option(
            name, names.joined(separator: "|"), summary, values: .names(names), expectation: names.listed("or")
        ) { Value(rawValue: $0) }
    }
}

extension [String] {
    /// As a list in a sentence, such as "a, b or c".
    package func listed(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
