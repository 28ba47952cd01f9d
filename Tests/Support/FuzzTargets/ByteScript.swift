import TegataBuffers

/// Choices that bytes make, one after the other; zeros behind the last.
struct ByteScript {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: Bytes) {
        rest = ArraySlice(bytes.array())
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Low bytes first.
    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
        var value: Value = 0
        for place in 0..<Value.bitWidth / 8 { value |= Value(truncatingIfNeeded: byte()) &<< Value(8 * place) }
        return value
    }

    /// Below `bound`, which is 256 at most.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    /// As many bytes as there are, up to `count`.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text(_ count: Int) -> String { String(decoding: bytes(count), as: UTF8.self) }

    /// A value where a byte is odd.
    mutating func sometimes<Value>(_ value: (inout Self) -> Value) -> Value? {
        byte() & 1 == 1 ? value(&self) : nil
    }
}
