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
        let text = text
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
