import ExampleGestures

/// What an example does with frames; everything around it is ``ExampleRunner``.
package protocol ExampleProgram: Sendable {
    /// What the program does, in a line for people.
    static var purpose: String { get }

    /// Looks at the hands of a frame, and says and draws what it sees.
    mutating func look(at frame: inout ExampleFrame)
}
