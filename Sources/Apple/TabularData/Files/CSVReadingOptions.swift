import Foundation

/// A stand-in for how the text of a CSV file becomes a table.
public struct CSVReadingOptions {
    /// Whether the first row has the names of the columns; otherwise they are called `Column 0` and so on.
    public var hasHeaderRow: Bool
    /// What cells hold where nothing is meant.
    public var nilEncodings: Set<String>
    /// What cells hold that mean true.
    public var trueEncodings: Set<String>
    /// What cells hold that mean false.
    public var falseEncodings: Set<String>
    /// What columns of numbers become that are not all whole.
    public var floatingPointType: CSVType
    /// Whether empty lines are skipped.
    public var ignoresEmptyLines: Bool
    /// Whether cells may stand between quotes.
    public var usesQuoting: Bool
    /// Whether a character makes the one after it an ordinary one.
    public var usesEscaping: Bool
    /// What stands between cells.
    public let delimiter: Character
    /// The character that makes the one after it an ordinary one.
    public let escapeCharacter: Character
    /// What reads dates, in the order in which they are asked; none by default.
    public var dateParsers: [(String) -> Date?] = []

    /// Chooses options; those of the original are the defaults.
    public init(
        hasHeaderRow: Bool = true,
        nilEncodings: Set<String> = [
            "", "#N/A", "#N/A N/A", "#NA", "N/A", "NA", "NULL", "n/a", "nil", "null",
        ],
        trueEncodings: Set<String> = ["1", "True", "TRUE", "true"],
        falseEncodings: Set<String> = ["0", "False", "FALSE", "false"],
        floatingPointType: CSVType = .double, ignoresEmptyLines: Bool = true, usesQuoting: Bool = true,
        usesEscaping: Bool = false, delimiter: Character = ",", escapeCharacter: Character = "\\"
    ) {
        self.hasHeaderRow = hasHeaderRow
        self.nilEncodings = nilEncodings
        self.trueEncodings = trueEncodings
        self.falseEncodings = falseEncodings
        self.floatingPointType = floatingPointType
        self.ignoresEmptyLines = ignoresEmptyLines
        self.usesQuoting = usesQuoting
        self.usesEscaping = usesEscaping
        self.delimiter = delimiter
        self.escapeCharacter = escapeCharacter
    }

    /// Reads dates with a strategy as well.
    public mutating func addDateParseStrategy<T: ParseStrategy>(
        _ strategy: T
    ) where T.ParseInput == String, T.ParseOutput == Date {
        dateParsers.append { try? strategy.parse($0) }
    }
}
