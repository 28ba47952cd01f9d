/// A name and its value in a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// What stands before the colon.
    package let name: String
    /// What stands behind it.
    package let value: JSONNode

    /// The member `name` with `value`.
    package init(name: String, value: JSONNode) {
        self.name = name
        self.value = value
    }
}
