import TegataBuffers

/// A field of a table: its slot in the schema, and its name for errors.
package struct FlatBufferField: ExpressibleByIntegerLiteral, Sendable {
    package let slot: Int
    package let name: StaticString?

    package init(_ slot: Int, _ name: StaticString? = nil) {
        self.slot = slot
        self.name = name
    }

    package init(integerLiteral slot: Int) {
        self.init(slot)
    }

    var label: String {
        guard let name else { return "field \(slot)" }
        return name.description
    }
}
