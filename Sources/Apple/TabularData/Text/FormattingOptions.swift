/// A stand-in for how a table is shown as text.
public struct FormattingOptions {
    /// The most characters of a line; columns that have no room are left out, with a note.
    public var maximumLineWidth: Int
    /// The most characters of a cell.
    public var maximumCellWidth: Int
    /// The most rows; those in the middle are left out.
    public var maximumRowCount: Int
    /// Whether the types of the columns are shown.
    public var includesColumnTypes: Bool
    /// Whether the places of the rows are shown.
    public var includesRowIndices = true
    /// Whether the number of rows and columns is shown below.
    public var includesRowAndColumnCounts = true

    /// Chooses options; those of the original are the defaults.
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
