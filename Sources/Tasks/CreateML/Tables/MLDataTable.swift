import TabularData

/// A stand-in for the older kind of table, which `DataFrame` has taken the place of.
///
/// It has what the deprecated calls of Create ML's hand classifiers take and give.
public struct MLDataTable: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The same table of the newer kind.
    package private(set) var frame: DataFrame

    /// Makes a table without columns.
    public init() {
        frame = DataFrame()
    }

    /// Makes a table of one of the newer kind.
    public init(_ dataFrame: DataFrame) {
        frame = dataFrame
    }

    /// Makes a table of columns by name, which must be of one length; they are in alphabetical order.
    public init(namedColumns: [String: MLUntypedColumn]) throws {
        self.init()
        for (name, column) in namedColumns.sorted(by: { $0.key < $1.key }) {
            guard frame.columns.isEmpty || column.count == frame.shape.rows else {
                throw MLCreateError.type(
                    reason: "the column \(name) has \(column.count) values, the others have \(frame.shape.rows)")
            }
            addColumn(column, named: name)
        }
    }

    /// Reads a table from a CSV file or, where its name says so, a JSON file.
    public init(contentsOf url: URL) throws {
        do {
            frame =
                url.pathExtension.lowercased() == "json"
                ? try DataFrame(contentsOfJSONFile: url) : try DataFrame(contentsOfCSVFile: url)
        } catch let error as CocoaError { throw MLCreateError.io(reason: error.localizedDescription) } catch {
            throw MLCreateError.io(reason: "\(url.path): \(error)")
        }
    }

    /// The names of the columns.
    public var columnNames: [String] { frame.columns.map(\.name) }
    /// How many rows and columns there are.
    public var size: (rows: Int, columns: Int) { frame.shape }

    /// The column of a name, which must be there.
    public subscript(columnName: String) -> MLUntypedColumn { MLUntypedColumn(frame[columnName]) }

    /// The column of a name, if it is there, has that type and no gaps.
    public subscript<T>(columnName: String, type: T.Type) -> MLDataColumn<T>? {
        frame.containsColumn(columnName) ? MLUntypedColumn(frame[columnName]).typed() : nil
    }

    /// Adds a column, which must be as long as the others.
    public mutating func addColumn(_ newColumn: MLUntypedColumn, named: String) {
        var column = newColumn.column
        column.name = named
        frame.append(column: column)
    }

    /// Adds a column, which must be as long as the others.
    public mutating func addColumn<Element>(_ newColumn: MLDataColumn<Element>, named: String) {
        addColumn(MLUntypedColumn(newColumn), named: named)
    }

    /// Divides the rows by chance.
    public func randomSplit(by proportion: Double, seed: Int = 1) -> (MLDataTable, MLDataTable) {
        let (first, second) = frame.randomSplit(by: proportion, seed: seed)
        return (MLDataTable(DataFrame(first)), MLDataTable(DataFrame(second)))
    }

    /// Writes the table to a CSV file.
    public func writeCSV(to url: URL) throws {
        try frame.writeCSV(to: url)
    }

    /// The first and last rows as text.
    public var description: String { frame.description }
    /// The first and last rows as text.
    public var debugDescription: String { description }
}
