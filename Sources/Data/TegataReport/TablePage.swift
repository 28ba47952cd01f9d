import TegataSystem

/// A table and its most important figures as a web page: a single file without code, which needs no other files and no
/// network.
package struct TablePage {
    private let title: String
    private let figures: [(value: String, name: String)]
    private let basis: String
    private let columns: [String]
    private let rows: [[String]]

    /// Creates a page; `basis` is a sentence about the origin of the numbers.
    package init(
        title: String, figures: [(value: String, name: String)], basis: String, columns: [String], rows: [[String]]
    ) {
        self.title = title
        self.figures = figures
        self.basis = basis
        self.columns = columns
        self.rows = rows
    }

    /// Writes the page, which appears under its name only when it is complete.
    package func write(to path: String) throws(FileError) {
        try PendingFile.writeFile(bytes.span.bytes, to: path)
    }

    /// The page.
    package var bytes: [UInt8] {
        let head = columns.map { "<th scope=\"col\">\(PageText.escaped($0))</th>" }.joined()
        let body = rows.map { row in
            let name = row.first.map { "<th scope=\"row\">\(PageText.escaped($0))</th>" } ?? ""
            return "<tr>\(name)" + row.dropFirst().map { "<td>\(PageText.escaped($0))</td>" }.joined() + "</tr>\n"
        }.joined()
        let content =
            Self.tiles(figures, remarks: [basis])
            + "<section class=\"card\"><div class=\"wide\"><table><tr>\(head)</tr>\n\(body)</table></div></section>\n"
        return PageText.start(title: title, style: PackageResources.classifier_css) + Array(content.utf8) + PageText.end
    }

    /// Returns the figures in large type, above paragraphs of remarks.
    static func tiles(_ figures: [(value: String, name: String)], remarks: [String]) -> String {
        let list = figures.map { "<li><b>\(PageText.escaped($0.value))</b> \(PageText.escaped($0.name))</li>" }.joined()
        let text = remarks.map { "<p class=\"hint\">\(PageText.escaped($0))</p>" }.joined()
        return "<ul class=\"tiles\">\(list)</ul>\n\(text)\n"
    }
}
