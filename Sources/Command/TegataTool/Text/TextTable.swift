/// Rows of text in columns that are as wide as their widest cell.
package struct TextTable {
    package enum Alignment: Sendable {
        case left, right
    }

    private let titles: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Creates a table with these columns. If all titles are empty, the table has no header.
    package init(_ columns: [(title: String, alignment: Alignment)]) {
        titles = columns.map { printable($0.title) }
        alignments = columns.map(\.alignment)
    }

    /// Adds a row with a cell per column.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(printable))
    }

    /// Returns the lines of the table, each after `margin`.
    package func lines(margin: String = "", style: Style = .plain) -> [String] {
        var widths = titles.map(\.count)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        func line(_ cells: [String]) -> String {
            var text = ""
            for (column, cell) in cells.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                text += (column == 0 ? "" : "  ") + (alignments[column] == .left ? cell + padding : padding + cell)
            }
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
        let head = titles.allSatisfy(\.isEmpty) ? [] : [margin + style.faint(line(titles))]
        return head + rows.map { margin + line($0) }
    }
}
