/// Writes JSON text without spaces; members keep the order in which they are written.
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

    /// Reserves memory for `byteCount` bytes.
    package mutating func reserveCapacity(_ byteCount: Int) {
        text.reserveCapacity(byteCount)
    }

    /// Removes the text, and keeps its memory for the next one.
    package mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        follows = false
    }

    /// Passes the bytes so far to `body`, and frees their memory for the rest of the text.
    package mutating func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
        text.removeAll(keepingCapacity: true)
    }

    /// Ends the text with a line feed and passes its bytes to `body`.
    package mutating func withLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        text += "\n"
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the text of an object whose members `body` writes.
    package static func object(_ body: (inout JSONWriter) -> Void) -> String {
        text { json in json.object(body) }
    }

    /// Returns the text that `body` writes.
    package static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        return json.text
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

/// A type that can be written as a JSON value.
package protocol JSONValue {
    /// Appends the value's JSON text.
    func write(to text: inout String)
}

extension String: JSONValue {
    package func write(to text: inout String) {
        text += "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Escape both kinds of control characters, because terminals act on both.
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
                text += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension Int: JSONValue {
    package func write(to text: inout String) { text += description }
}

extension Int64: JSONValue {
    package func write(to text: inout String) { text += description }
}

extension UInt64: JSONValue {
    package func write(to text: inout String) { text += description }
}

extension Bool: JSONValue {
    package func write(to text: inout String) { text += self ? "true" : "false" }
}

/// Writes the shortest text that reads back to the same number. Infinities and NaN become null, because JSON has no text
/// for them.
extension Float: JSONValue {
    package func write(to text: inout String) { text += isFinite ? description : "null" }
}

/// Writes the shortest text that reads back to the same number. Infinities and NaN become null, because JSON has no text
/// for them.
extension Double: JSONValue {
    package func write(to text: inout String) { text += isFinite ? description : "null" }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    package func write(to text: inout String) {
        if let self { self.write(to: &text) } else { text += "null" }
    }
}

extension Array: JSONValue where Element: JSONValue {
    package func write(to text: inout String) {
        text += "["
        for (index, element) in enumerated() {
            if index > 0 { text += "," }
            element.write(to: &text)
        }
        text += "]"
    }
}
