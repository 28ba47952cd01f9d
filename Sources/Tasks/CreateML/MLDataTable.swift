import TabularData

/// The older kind of table, which `DataFrame` has replaced.
///
/// It has the methods that deprecated calls to Create ML's hand classifiers need.
public struct MLDataTable: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The table as a data frame.
    package private(set) var frame: DataFrame

    /// Creates a table without columns.
    public init() {
        frame = DataFrame()
    }

    /// Creates a table from a data frame.
    public init(_ dataFrame: DataFrame) {
        frame = dataFrame
    }

    /// Creates a table from named columns, which must have the same length; they are put in alphabetical order.
    public init(namedColumns: [String: MLUntypedColumn]) throws {
        self.init()
        for (name, column) in namedColumns.sorted(by: { $0.key < $1.key }) {
            guard frame.columns.isEmpty || column.count == frame.shape.rows else {
                throw MLCreateError.type(
                    reason: "the column \(name) has \(column.count) values, but the others have \(frame.shape.rows)")
            }
            addColumn(column, named: name)
        }
    }

    /// Reads a table from a CSV file or, if the extension is `.json`, a JSON file.
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
    /// The numbers of rows and columns.
    public var size: (rows: Int, columns: Int) { frame.shape }

    /// The column with this name, which must exist.
    public subscript(columnName: String) -> MLUntypedColumn { MLUntypedColumn(frame[columnName]) }

    /// Returns the column with this name; nil if it does not exist, has another type or has gaps.
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

    /// Splits the rows at random.
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

/// A column of the older kind of table.
public struct MLDataColumn<Element>: RandomAccessCollection {
    let contents: [Element]

    /// Creates a column from values.
    public init<S: Sequence>(_ source: S) where S.Element == Element {
        contents = Array(source)
    }

    /// The position of the first value.
    public var startIndex: Int { 0 }
    /// The position after the last value.
    public var endIndex: Int { contents.count }
    /// The value at a position, which must exist.
    public subscript(position: Int) -> Element { contents[position] }
}

/// A column of the older kind of table with values of any type.
public struct MLUntypedColumn: RandomAccessCollection {
    let column: AnyColumn

    init(_ column: AnyColumn) {
        self.column = column
    }

    /// Creates a column from values.
    public init<Element>(_ column: MLDataColumn<Element>) {
        self.column = Column(name: "", contents: column.contents).eraseToAnyColumn()
    }

    /// The position of the first value.
    public var startIndex: Int { 0 }
    /// The position after the last value.
    public var endIndex: Int { column.count }
    /// The value at a position, which must exist.
    public subscript(position: Int) -> MLDataValue { MLDataValue(column[position]) }

    /// The strings; nil if the column has other values or gaps.
    public var strings: MLDataColumn<String>? { typed() }
    /// The whole numbers; nil if the column has other values or gaps.
    public var ints: MLDataColumn<Int>? { typed() }
    /// The numbers; nil if the column has other values or gaps.
    public var doubles: MLDataColumn<Double>? { typed() }

    func typed<T>() -> MLDataColumn<T>? {
        let values = column.compactMap { $0 as? T }
        return values.count == column.count ? MLDataColumn(values) : nil
    }
}

/// A value of the older kind of table.
public enum MLDataValue: Hashable, Sendable {
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A string.
    case string(String)
    /// A missing value.
    case invalid

    init(_ value: Any?) {
        switch value {
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        default: self = .invalid
        }
    }

    /// The whole number; nil for other values.
    public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
    /// The number, which need not be whole; nil for other values.
    public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
    /// The string; nil for other values.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// Whether there is a value.
    public var isValid: Bool { self != .invalid }
}
