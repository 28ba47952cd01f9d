import TegataSystem

/// A table and its most important figures as a web page: a single file without code, which needs no other files and no
/// network.
package struct TablePage {
    /// A bar in a row of bars above the table.
    package struct Bar {
        let height: Double
        let label: String
        let isMarked: Bool

        /// Creates a bar with a height from 0 to 1; `label` appears when it is pointed at.
        package init(height: Double, label: String, isMarked: Bool) {
            (self.height, self.label, self.isMarked) = (height, label, isMarked)
        }
    }

    private let title: String
    private let figures: [(value: String, name: String)]
    private let basis: String
    private let bars: [Bar]
    private let columns: [String]
    private let rows: [[String]]

    /// Creates a page; `basis` is a sentence about the origin of the numbers.
    package init(
        title: String, figures: [(value: String, name: String)], basis: String, bars: [Bar] = [], columns: [String],
        rows: [[String]]
    ) {
        self.title = title
        self.figures = figures
        self.basis = basis
        self.bars = bars
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
            Self.tiles(figures, remarks: [basis]) + barRow
            + "<section class=\"card\"><div class=\"wide\"><table><tr>\(head)</tr>\n\(body)</table></div></section>\n"
        return PageText.start(title: title, style: PackageResources.classifier_css) + Array(content.utf8) + PageText.end
    }

    private var barRow: String {
        guard !bars.isEmpty else { return "" }
        let list = bars.map { bar in
            "<i\(bar.isMarked ? " class=\"marked\"" : "") style=\"height:\(Int(100 * bar.height))%\" title=\""
                + "\(PageText.escaped(bar.label))\"></i>"
        }.joined()
        return "<section class=\"card bars\">\(list)</section>\n"
    }

    /// Returns the figures in large type, above paragraphs of remarks.
    static func tiles(_ figures: [(value: String, name: String)], remarks: [String]) -> String {
        let list = figures.map { "<li><b>\(PageText.escaped($0.value))</b> \(PageText.escaped($0.name))</li>" }.joined()
        let text = remarks.map { "<p class=\"hint\">\(PageText.escaped($0))</p>" }.joined()
        return "<ul class=\"tiles\">\(list)</ul>\n\(text)\n"
    }
}
