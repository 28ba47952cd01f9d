/// Why a system call failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's number for it.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The system's words as they are, such as "No space left on device".
    package var text: String {
        #if canImport(Glibc) || canImport(Musl)
            if let text = strerror(code) { return String(cString: text) }
        #endif
        return "system error \(code)"
    }

    /// The system's words within a sentence, such as "no space left on device".
    package var description: String {
        var text = Array(text.utf8)
        if let first = text.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { text[0] = first | 0x20 }
        return String(decoding: text, as: UTF8.self)
    }
}
