import TabularData

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
