/// A page in roff with the macros of `man`, built from plain text in which nothing needs to be escaped.
struct Roff {
    private(set) var text = ""

    /// A line that is roff already.
    mutating func line(_ line: String) {
        text += (text.isEmpty ? "" : "\n") + line
    }

    mutating func section(_ title: String) {
        line(".SH \(title)")
    }

    mutating func subsection(_ title: String) {
        line(".SS \(Self.escaped(title, isLiteral: true))")
    }

    /// The first one of a section follows its title.
    mutating func paragraph(_ text: String, isFirst: Bool = false) {
        if !isFirst { line(".PP") }
        prose(text)
    }

    /// Something to be explained, and its meaning beside or below.
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

    /// Text in which every character stays as it is, such as a command line.
    mutating func literal(_ text: String) {
        line(Self.asText(Self.escaped(text, isLiteral: true)))
    }

    /// Plain text that is one line; what is literal keeps its hyphens and quotes, prose those of words that look like
    /// options or names.
    private static func escaped(_ text: String, isLiteral: Bool) -> String {
        var words: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isLiteral =
                isLiteral || word.contains { "_=/.$".contains($0) } || word.drop { "\"(".contains($0) }.hasPrefix("-")
            words.append(word.unicodeScalars.map { escaped($0, isLiteral: isLiteral) }.joined())
        }
        return words.joined(separator: " ")
    }

    /// A line of text, even if it begins as a request does.
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

    /// At least four digits.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
