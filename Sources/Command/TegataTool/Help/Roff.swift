/// A page in roff with the `man` macros, built from plain text, which is escaped.
struct Roff {
    private(set) var text = ""

    /// Adds a line of roff.
    mutating func line(_ line: String) {
        text += (text.isEmpty ? "" : "\n") + line
    }

    mutating func section(_ title: String) {
        line(".SH \(title)")
    }

    mutating func subsection(_ title: String) {
        line(".SS \(Self.escaped(title, isLiteral: true))")
    }

    /// Adds a paragraph; the first one in a section needs no separator from the title.
    mutating func paragraph(_ text: String, isFirst: Bool = false) {
        if !isFirst { line(".PP") }
        prose(text)
    }

    /// Adds a term and its meaning, which `man` puts next to or below the term.
    mutating func entry(_ term: String, _ meaning: String) {
        line(".TP")
        line("\\fB\(Self.escaped(term, isLiteral: true))\\fR")
        prose(meaning)
    }

    mutating func prose(_ text: String) {
        for line in wrapped(Self.escaped(text, isLiteral: false), 78).split(separator: "\n") {
            self.line(Self.asText(String(line)))
        }
    }

    /// Adds text in which every character stays as it is, such as a command line.
    mutating func literal(_ text: String) {
        line(Self.asText(Self.escaped(text, isLiteral: true)))
    }

    /// Returns one line of plain text with roff escapes. Literal text keeps its hyphens and quotes; in prose, only
    /// words that look like options or names keep them.
    private static func escaped(_ text: String, isLiteral: Bool) -> String {
        var words: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isLiteral =
                isLiteral || word.contains { "_=/.$".contains($0) } || word.drop { "\"(".contains($0) }.hasPrefix("-")
            words.append(word.unicodeScalars.map { escaped($0, isLiteral: isLiteral) }.joined())
        }
        return words.joined(separator: " ")
    }

    /// Returns a line that roff treats as text, even if it begins like a request.
    private static func asText(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func escaped(_ scalar: Unicode.Scalar, isLiteral: Bool) -> String {
        switch scalar {
        case "\\": "\\e"
        case "-" where isLiteral: "\\-"
        case "'" where isLiteral: "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case "\"": "\\(dq"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u" + hexadecimal(scalar.value) + "]"
        }
    }

    /// Returns the value in hexadecimal, with at least four digits.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
