/// What an ``AnyColumn`` asks of the column behind it.
protocol ErasableColumn {
    var name: String { get set }
    var count: Int { get }
    var wrappedElementType: Any.Type { get }
    func value(at place: Int) -> Any?
    /// Whether a value may stand in the column.
    func accepts(_ value: Any?) -> Bool
    /// What is not of the column's type counts as missing.
    mutating func appendValue(_ value: Any?)
    mutating func setValue(_ value: Any?, at place: Int)
    mutating func insertValue(_ value: Any?, at place: Int)
    mutating func removeValue(at place: Int)
    func selecting(_ places: [Int]) -> any ErasableColumn
}

extension Column: ErasableColumn {
    func value(at place: Int) -> Any? { contents[place].map { $0 as Any } }

    func accepts(_ value: Any?) -> Bool {
        guard let value else { return true }
        return value is WrappedElement
    }

    mutating func appendValue(_ value: Any?) {
        contents.append(value as? WrappedElement)
    }

    mutating func setValue(_ value: Any?, at place: Int) {
        contents[place] = value as? WrappedElement
    }

    mutating func insertValue(_ value: Any?, at place: Int) {
        contents.insert(value as? WrappedElement, at: place)
    }

    mutating func removeValue(at place: Int) {
        contents.remove(at: place)
    }

    func selecting(_ places: [Int]) -> any ErasableColumn {
        Column(name: name, contents: places.map { contents[$0] })
    }
}
