/// Writes JSON text without spaces, members in the order in which they are written.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("name", "input")
///         json.member("shape", [1, 192, 192, 3])
///     }
package struct JSONWriter {
    package private(set) var text = ""
    /// Whether the next member or element follows another one.
    private var follows = false

    package init() {}

    /// Makes room for so many bytes.
    package mutating func reserveCapacity(_ byteCount: Int) {
        text.reserveCapacity(byteCount)
    }

    /// Forgets what was written, and keeps its memory for what comes next.
    package mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        follows = false
    }

    /// Ends the text with a line feed and gives its bytes to `body`.
    package mutating func withLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        text += "\n"
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Writes an object whose members `body` writes.
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open("{")
        try body(&self)
        close("}")
    }

    /// Writes an array with an element for each of `elements`, which `body` writes.
    package mutating func array<Elements: Sequence, Failure: Error>(
        _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) throws(Failure) -> Void
    ) throws(Failure) {
        open("[")
        for element in elements { try body(&self, element) }
        close("]")
    }

    /// Writes a value.
    package mutating func value(_ value: some JSONValue) {
        separate()
        value.write(to: &text)
    }

    /// Writes a member of the object that is open.
    package mutating func member(_ name: String, _ value: some JSONValue) {
        key(name)
        self.value(value)
    }

    /// Writes a member that is an object.
    package mutating func object<Failure: Error>(
        _ name: String, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try object(body)
    }

    /// Writes a member that is an array.
    package mutating func array<Elements: Sequence, Failure: Error>(
        _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try array(elements, body)
    }

    private mutating func key(_ name: String) {
        separate()
        name.write(to: &text)
        text += ":"
        follows = false
    }

    private mutating func open(_ bracket: String) {
        separate()
        text += bracket
        follows = false
    }

    private mutating func close(_ bracket: String) {
        text += bracket
        follows = true
    }

    private mutating func separate() {
        if follows { text += "," }
        follows = true
    }
}
