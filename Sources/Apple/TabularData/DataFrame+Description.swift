extension DataFrameProtocol {
    /// Returns the table as text, in a frame.
    public func description(options: FormattingOptions) -> String {
        TableDrawing(columns.map { $0 as any AnyColumnProtocol }, rowCount: shape.rows, options: options).text
    }

    /// The first and last rows as text, in a frame.
    public var description: String { description(options: FormattingOptions()) }
    /// The first and last rows as text, in a frame.
    public var debugDescription: String { description }
}

extension DataFrame: CustomStringConvertible, CustomDebugStringConvertible {}
extension DataFrame.Slice: CustomStringConvertible, CustomDebugStringConvertible {}

/// Formats a table in a frame.
private struct TableDrawing {
    private var cells: [[String]] = []
    private var headings: [[String]] = []
    private let rowCount: Int
    private let columnCount: Int
    private let hidden: Int
    private let options: FormattingOptions

    init(_ columns: [any AnyColumnProtocol], rowCount: Int, options: FormattingOptions) {
        self.rowCount = rowCount
        self.options = options
        columnCount = columns.count
        let shown = min(rowCount, max(options.maximumRowCount, 1))
        let first = (shown + 1) / 2
        let places = Array(0..<first) + Array(rowCount - (shown - first)..<rowCount)
        var gap = shown < rowCount ? first : nil
        if shown == rowCount { gap = nil }
        var drawn: [(heading: [String], cells: [String])] = []
        func clipped(_ text: String) -> String {
            let limit = max(options.maximumCellWidth, 1)
            // Clip the text and escape control characters, which would break lines or control the terminal.
            let start = text.prefix(limit)
            let line = start.unicodeScalars.map { scalar in
                scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
            }.joined()
            let isWhole = start.endIndex == text.endIndex && line.count <= limit
            return isWhole ? line : String(line.prefix(limit - 1)) + "…"
        }
        func inserting(_ lines: [String]) -> [String] {
            guard let gap else { return lines }
            return lines[..<gap] + ["⋮"] + lines[gap...]
        }
        let heading = options.includesColumnTypes ? ["", ""] : [""]
        if options.includesRowIndices { drawn.append((heading, inserting(places.map(String.init)))) }
        var width = (drawn.first.map { Self.width($0) } ?? 0) + 1
        var left = columns.count
        for column in columns {
            var heading = [clipped(column.name)]
            if options.includesColumnTypes { heading.append(clipped("<\(column.wrappedElementType)>")) }
            let cells = places.map { place in column[place].map { clipped("\($0)") } ?? "nil" }
            let next = (heading, inserting(cells))
            let isFirst = left == columns.count
            guard isFirst || width + Self.width(next) <= options.maximumLineWidth else { break }
            width += Self.width(next)
            drawn.append(next)
            left -= 1
        }
        hidden = left
        headings = drawn.map(\.heading)
        cells = drawn.map(\.cells)
    }

    /// Returns the width of a column, including spaces and the frame on one side.
    private static func width(_ column: (heading: [String], cells: [String])) -> Int {
        (column.heading + column.cells).reduce(0) { max($0, $1.count) } + 3
    }

    var text: String {
        guard !headings.isEmpty, columnCount > 0 else { return "empty data frame" }
        let widths = zip(headings, cells).map { Self.width(($0, $1)) - 1 }
        func rule(_ left: String, _ line: String, _ middle: String, _ right: String) -> String {
            left + widths.map { String(repeating: line, count: $0) }.joined(separator: middle) + right + "\n"
        }
        func line(_ texts: [String], _ frame: String) -> String {
            let padded = zip(texts, widths).map { " " + $0 + String(repeating: " ", count: max($1 - 1 - $0.count, 0)) }
            return frame + padded.joined(separator: frame) + frame + "\n"
        }
        var text = rule("┏", "━", "┳", "┓")
        for index in 0..<(headings.first?.count ?? 0) { text += line(headings.map { $0[index] }, "┃") }
        text += rule("┡", "━", "╇", "┩")
        for index in 0..<(cells.first?.count ?? 0) { text += line(cells.map { $0[index] }, "│") }
        text += rule("└", "─", "┴", "┘")
        guard options.includesRowAndColumnCounts else { return text }
        text += "\(rowCount) row\(rowCount == 1 ? "" : "s"), \(columnCount) column\(columnCount == 1 ? "" : "s")"
        if hidden > 0 { text += " (\(hidden) not shown)" }
        return text + "\n"
    }
}

/// Options for formatting a table as text.
public struct FormattingOptions {
    /// The maximum line length, in characters. Columns that do not fit are omitted, and a note says so.
    public var maximumLineWidth: Int
    /// The maximum cell length, in characters.
    public var maximumCellWidth: Int
    /// The maximum number of rows; if there are more, rows in the middle are omitted.
    public var maximumRowCount: Int
    /// Whether the types of the columns are shown.
    public var includesColumnTypes: Bool
    /// Whether the indices of the rows are shown.
    public var includesRowIndices = true
    /// Whether the numbers of rows and columns are shown below the table.
    public var includesRowAndColumnCounts = true

    /// Creates options; the defaults are TabularData's.
    public init(
        maximumLineWidth: Int = 80, maximumCellWidth: Int = 15, maximumRowCount: Int = 20,
        includesColumnTypes: Bool = true
    ) {
        self.maximumLineWidth = maximumLineWidth
        self.maximumCellWidth = maximumCellWidth
        self.maximumRowCount = maximumRowCount
        self.includesColumnTypes = includesColumnTypes
    }
}
