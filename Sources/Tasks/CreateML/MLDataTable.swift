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

/// A stand-in for a column of the older kind of table.
public struct MLDataColumn<Element>: RandomAccessCollection {
    let contents: [Element]

    /// Makes a column of values.
    public init<S: Sequence>(_ source: S) where S.Element == Element {
        contents = Array(source)
    }

    /// The place of the first value.
    public var startIndex: Int { 0 }
    /// The place behind the last value.
    public var endIndex: Int { contents.count }
    /// The value at a place, which must be there.
    public subscript(position: Int) -> Element { contents[position] }
}

/// A stand-in for a column of the older kind of table whose values are of any type.
public struct MLUntypedColumn: RandomAccessCollection {
    let column: AnyColumn

    init(_ column: AnyColumn) {
        self.column = column
    }

    /// Makes a column of values.
    public init<Element>(_ column: MLDataColumn<Element>) {
        self.column = Column(name: "", contents: column.contents).eraseToAnyColumn()
    }

    /// The place of the first value.
    public var startIndex: Int { 0 }
    /// The place behind the last value.
    public var endIndex: Int { column.count }
    /// The value at a place, which must be there.
    public subscript(position: Int) -> MLDataValue { MLDataValue(column[position]) }

    /// The texts, if it is a column of texts without gaps.
    public var strings: MLDataColumn<String>? { typed() }
    /// The whole numbers, if it is a column of such without gaps.
    public var ints: MLDataColumn<Int>? { typed() }
    /// The numbers, if it is a column of such without gaps.
    public var doubles: MLDataColumn<Double>? { typed() }

    func typed<T>() -> MLDataColumn<T>? {
        let values = column.compactMap { $0 as? T }
        return values.count == column.count ? MLDataColumn(values) : nil
    }
}

/// A stand-in for a value of the older kind of table.
public enum MLDataValue: Hashable, Sendable {
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A text.
    case string(String)
    /// Nothing.
    case invalid

    init(_ value: Any?) {
        switch value {
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        default: self = .invalid
        }
    }

    /// The whole number, if it is one.
    public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
    /// The number, if it is one that need not be whole.
    public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
    /// The text, if it is one.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// Whether there is a value.
    public var isValid: Bool { self != .invalid }
}
