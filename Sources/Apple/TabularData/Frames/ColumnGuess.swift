import Foundation

/// Finds the type that elements have in common.
enum ColumnGuess {
    /// A column of the type of all elements, or of any where they have several.
    static func column(name: String, values: [Any?]) -> AnyColumn {
        column(name, values, as: Bool.self) ?? column(name, values, as: Int.self)
            ?? column(name, values, as: Double.self) ?? column(name, values, as: Float.self)
            ?? column(name, values, as: String.self) ?? column(name, values, as: Date.self)
            ?? column(name, values, as: [Any?].self) ?? column(name, values, as: [String: Any?].self)
            ?? AnyColumn(Column<Any>(name: name, contents: values))
    }

    private static func column<T>(_ name: String, _ values: [Any?], as type: T.Type) -> AnyColumn? {
        guard values.contains(where: { $0 != nil }),
            values.allSatisfy({ value in value.map { Swift.type(of: $0) == type } ?? true })
        else { return nil }
        return AnyColumn(Column<T>(name: name, contents: values.map { $0 as? T }))
    }
}
