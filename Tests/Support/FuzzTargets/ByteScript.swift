import TegataBuffers

/// Choices made by consecutive bytes. After the last byte, all choices are zero.
struct ByteScript {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: Bytes) {
        rest = ArraySlice(bytes.array())
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Returns an integer from bytes in little-endian order.
    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
        var value: Value = 0
        for place in 0..<Value.bitWidth / 8 { value |= Value(truncatingIfNeeded: byte()) &<< Value(8 * place) }
        return value
    }

    /// Returns an integer below `bound`, which is at most 256.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    /// Returns the next bytes, at most `count`.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text(_ count: Int) -> String { String(decoding: bytes(count), as: UTF8.self) }

    /// Returns a value if the next byte is odd, otherwise nil.
    mutating func sometimes<Value>(_ value: (inout Self) -> Value) -> Value? {
        byte() & 1 == 1 ? value(&self) : nil
    }
}
