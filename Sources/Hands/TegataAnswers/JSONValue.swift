/// What can stand in JSON as a value.
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
            // Terminals act on both kinds of control characters.
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

/// The shortest text that reads back to the same number; JSON has no text for infinities and NaN, which become null.
extension Float: JSONValue {
    package func write(to text: inout String) { text += isFinite ? description : "null" }
}

/// The shortest text that reads back to the same number; JSON has no text for infinities and NaN, which become null.
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
