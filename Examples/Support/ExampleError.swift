/// What keeps an example from running, as a line for people.
package struct ExampleError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
