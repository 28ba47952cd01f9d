import TabularData

/// A column of a client's table, which may be missing or of any type.
struct TableColumn {
    private let column: AnyColumn
    let name: String

    init(_ name: String, of frame: DataFrame) throws(MLCreateError) {
        guard let index = frame.indexOfColumn(name) else {
            let names = frame.columns.map { "'\($0.name)'" }.joined(separator: ", ")
            throw .type(reason: "the data frame has no column '\(name)'; it has \(names.isEmpty ? "none" : names)")
        }
        column = frame.columns[index]
        self.name = name
    }

    /// The value of a row.
    subscript(row: Int) -> Any? { column[row] }

    /// The value of a row as text; empty where it is missing.
    func text(_ row: Int) -> String {
        switch column[row] {
        case nil: ""
        case let value as String: value
        case let value as URL: value.isFileURL ? value.path : value.absoluteString
        // As the number reads after it was written to JSON.
        case let value as Double: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value as Float: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value?: "\(value)"
        }
    }

    /// The value of a row as a number; nil where it is missing or not finite.
    func number(_ row: Int) throws(MLCreateError) -> Double? {
        let number: Double
        switch column[row] {
        case nil: return nil
        case let value as Double: number = value
        case let value as Float: number = Double(value)
        case let value as Int: number = Double(value)
        case let value?:
            guard let read = Double("\(value)") else {
                throw .type(reason: "row \(row), column '\(name)': \(value) is no number; write seconds")
            }
            number = read
        }
        // A file has no other numbers, and no sign of 0.
        return number.isFinite ? number + 0 : nil
    }
}
