import TegataBuffers
import TegataSystem

/// Reads JSON text strictly, and safely for any input.
package struct JSONReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0

    /// Returns the value of the JSON text in `bytes`; errors refer to it as `file`. A byte order mark is skipped.
    package static func value(_ bytes: [UInt8], file: String) throws(TableFileError) -> JSONNode {
        var reader = JSONReader(bytes: bytes, file: file)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpaces()
        guard reader.position == bytes.count else { throw reader.unexpected("the end of the file") }
        return value
    }

    /// Returns the value of the JSON text in a file of at most `limit` bytes.
    package static func value(ofFileAt path: String, atMost limit: Int = 1 << 30) throws(TableFileError) -> JSONNode {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try InputFile(path, acceptingPipes: false).contents(atMost: limit)
        } catch { throw TableFileError(file: path, problem: .unreadable(error.reason)) }
        return try value(bytes, file: path)
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips `character` if it is next, and returns whether it was.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(TableFileError) -> JSONNode {
        skipSpaces()
        guard depth <= JSONNode.deepest else {
            let (line, column) = place(position)
            throw TableFileError(file: file, problem: .nestedTooDeep(line: line, column: column))
        }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        // Python writes NaN for missing values.
        case UInt8(ascii: "N"): return try word("NaN", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: JSONNode) throws(TableFileError) -> JSONNode {
        guard bytes[position...].starts(with: word.utf8) else { throw unexpected("a value") }
        position += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(TableFileError) -> JSONNode {
        position += 1
        var members: [JSONMember] = []
        if skip("}") { return .object(members) }
        while true {
            skipSpaces()
            guard next == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
            let name = try string()
            guard skip(":") else { throw unexpected("\":\"") }
            members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
            if skip("}") { return .object(members) }
            guard skip(",") else { throw unexpected("\",\" or \"}\"") }
        }
    }

    private mutating func array(depth: Int) throws(TableFileError) -> JSONNode {
        position += 1
        var elements: [JSONNode] = []
        if skip("]") { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            if skip("]") { return .array(elements) }
            guard skip(",") else { throw unexpected("\",\" or \"]\"") }
        }
    }

    private mutating func number() throws(TableFileError) -> JSONNumber {
        let start = position
        guard skipNumber() else {
            position = start
            throw unexpected("a value")
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // Only `Double` has -0.
        if let number = Int(text), number != 0 || !text.hasPrefix("-") { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw unexpected("a number below 1.8e308")
        }
        return .double(number)
    }

    /// Skips a number; returns false if there is none in standard syntax.
    private mutating func skipNumber() -> Bool {
        if next == UInt8(ascii: "-") { position += 1 }
        let isZero = next == UInt8(ascii: "0")
        let digitCount = skipDigits()
        guard digitCount == 1 || digitCount > 1 && !isZero else { return false }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { return false }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { return false }
        }
        return true
    }

    /// Skips digits, and returns their number.
    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    private mutating func string() throws(TableFileError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw unexpected("the closing quote") }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                position += 1
                continue
            }
            position += 1
            try escape(&text)
        }
        guard next != nil else { throw unexpected("the closing quote") }
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
            throw TableFileError(file: file, problem: .notUTF8(line: place(start).line))
        }
        return string
    }

    /// Reads the characters after a backslash.
    private mutating func escape(_ text: inout [UInt8]) throws(TableFileError) {
        guard let byte = next else { throw unexpected("a character after the backslash") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try unit()
            if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: "\\u".utf8) {
                position += 2
                let low = try unit()
                guard (0xDC00..<0xE000).contains(low) else { throw unexpected("the second half of a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw unexpected("the number of a character") }
            text += Array(String(Character(scalar)).utf8)
        default: throw unexpected("a known character after the backslash")
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func unit() throws(TableFileError) -> UInt32 {
        guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy({ $0 < 0x80 && $0 > 0x2F }),
            let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw unexpected("four hexadecimal digits") }
        position += 4
        return code
    }

    private func unexpected(_ expected: String) -> TableFileError {
        let (line, column) = place(position)
        return TableFileError(file: file, problem: .json(expected: expected, line: line, column: column))
    }

    private func place(_ position: Int) -> (line: Int, column: Int) {
        let before = bytes[..<position]
        let lines = before.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (lines + 1, position - start + 1)
    }
}
