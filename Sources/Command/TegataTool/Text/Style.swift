/// How text looks on a stream.
package struct Style: Sendable {
    /// Letters per line.
    package let width: Int
    package let isColoured: Bool

    /// For files, pipes and tests.
    package static let plain = Style(width: 80, isColoured: false)

    package func heading(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    package func faint(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    package func warning(_ text: String) -> String { isColoured ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}
