/// An option without a value: given or not.
package struct Flag: Sendable {
    package let description: OptionDescription

    package init(_ name: String, short: String? = nil, _ summary: String) {
        description = OptionDescription(
            name: name, shortName: short, placeholder: nil, summary: summary, repeatedSuffix: nil, values: .anything
        ) { _ throws(CommandError) in }
    }
}
