/// The dictionary at the start of a .npy file, which is written as a Python literal:
///
///     {'descr': '<f4', 'fortran_order': False, 'shape': (1, 192, 192, 3), }
struct NPYHeader {
    let elementType: String
    let isFortranOrder: Bool
    let shape: [Int]

    /// The maximum number of dimensions, more than any tensor has.
    private static let highestRank = 32

    init(_ text: String) throws(NPYError.Problem) {
        var scanner = Scanner(text)
        var elementType: String?
        var isFortranOrder: Bool?
        var shape: [Int]?
        try scanner.expect("{")
        while !scanner.skip("}") {
            let key = try scanner.string()
            try scanner.expect(":")
            switch key {
            case "descr" where elementType == nil:
                guard !scanner.skip("[") else { throw .elementType("record") }
                elementType = try scanner.string()
            case "fortran_order" where isFortranOrder == nil: isFortranOrder = try scanner.boolean()
            case "shape" where shape == nil: shape = try Self.shape(&scanner)
            default: throw .header("the keys descr, fortran_order and shape, once each")
            }
            if !scanner.skip(",") {
                try scanner.expect("}")
                break
            }
        }
        guard scanner.isAtEnd else { throw .header("nothing after the dictionary") }
        guard let elementType, let isFortranOrder, let shape else {
            throw .header("the keys descr, fortran_order and shape, once each")
        }
        self.elementType = elementType
        self.isFortranOrder = isFortranOrder
        self.shape = shape
    }

    private static func shape(_ scanner: inout Scanner) throws(NPYError.Problem) -> [Int] {
        try scanner.expect("(")
        var shape: [Int] = []
        while !scanner.skip(")") {
            guard shape.count < highestRank else { throw .header("at most \(highestRank) extents") }
            shape.append(try scanner.integer())
            if !scanner.skip(",") {
                try scanner.expect(")")
                break
            }
        }
        return shape
    }
}

/// Reads the Python literals that occur in headers.
private struct Scanner {
    private let text: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return next == nil
        }
    }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }

    /// Skips `character` if it is next, and returns whether it was.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(NPYError.Problem) {
        guard skip(character) else { throw .header("\"\(character)\" at byte \(position) of the header") }
    }

    mutating func string() throws(NPYError.Problem) -> String {
        skipSpaces()
        guard let quote = next, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
            throw .header("a quoted text at byte \(position) of the header")
        }
        position += 1
        let start = position
        while let byte = next, byte != quote { position += 1 }
        guard next != nil else { throw .header("the closing quote at byte \(start) of the header") }
        defer { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    mutating func boolean() throws(NPYError.Problem) -> Bool {
        skipSpaces()
        for (word, value) in [("True", true), ("False", false)] where text[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return value
        }
        throw .header("True or False at byte \(position) of the header")
    }

    mutating func integer() throws(NPYError.Problem) -> Int {
        skipSpaces()
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard let value = Int(String(decoding: text[start..<position], as: UTF8.self)) else {
            throw .header("a whole number at byte \(start) of the header")
        }
        return value
    }
}

/// Returns the bytes of a .npy file (format version 1) with float32 elements in C order.
package func npyFile(_ elements: UnsafeBufferPointer<Float>, shape: [Int]) -> [UInt8] {
    var bytes = npyHeader(shape: shape)
    bytes.reserveCapacity(bytes.count + elements.count * 4)
    for element in elements {
        withUnsafeBytes(of: element.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
}

/// Returns the bytes before the elements: 128 for any four extents, so that one of them can be filled in later.
package func npyHeader(shape: [Int]) -> [UInt8] {
    let extents = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(extents)), }"
    // The data starts at a multiple of 64 bytes, after a line feed.
    let start = 10
    header += String(repeating: " ", count: 63 - (start + header.utf8.count) % 64) + "\n"
    return [0x93] + "NUMPY".utf8 + [
        1, 0, UInt8(truncatingIfNeeded: header.utf8.count), UInt8(truncatingIfNeeded: header.utf8.count >> 8),
    ]
        + header.utf8
}
