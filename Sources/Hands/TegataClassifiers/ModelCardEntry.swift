/// A line of the user's own description.
package struct ModelCardEntry: Sendable, Equatable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
