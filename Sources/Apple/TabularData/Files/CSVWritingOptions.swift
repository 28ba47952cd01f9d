/// A stand-in for how a table becomes the text of a CSV file.
public struct CSVWritingOptions {
    /// Whether the first row has the names of the columns.
    public var includesHeader: Bool
    /// What is written where an element is missing.
    public var nilEncoding: String
    /// What is written for true.
    public var trueEncoding: String
    /// What is written for false.
    public var falseEncoding: String
    /// What ends a row.
    public var newline: String
    /// What stands between cells.
    public var delimiter: Character
    /// What makes a text of a date.
    public var dateFormatter: (Date) -> String

    /// Chooses options; those of the original are the defaults, and dates are written as ISO 8601 has them.
    public init(
        includesHeader: Bool = true, nilEncoding: String = "", trueEncoding: String = "true",
        falseEncoding: String = "false", newline: String = "\n", delimiter: Character = ","
    ) {
        self.includesHeader = includesHeader
        self.nilEncoding = nilEncoding
        self.trueEncoding = trueEncoding
        self.falseEncoding = falseEncoding
        self.newline = newline
        self.delimiter = delimiter
        dateFormatter = { $0.formatted(.iso8601) }
    }
}
