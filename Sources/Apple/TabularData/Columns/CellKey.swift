/// An element as far as elements can be compared: what cannot is told apart by its text.
struct CellKey: Hashable {
    private let value: AnyHashable?

    init(_ value: Any?) {
        self.value = value.map { ($0 as? AnyHashable) ?? AnyHashable(String(reflecting: $0)) }
    }
}
