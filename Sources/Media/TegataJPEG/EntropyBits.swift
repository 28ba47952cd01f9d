/// The bits of entropy-coded data.
///
/// They end at a marker. After that, reads return zeros, except that the read that reaches the marker gets only the
/// remaining bits. MediaPipe's decoder does the same, and its results for damaged files depend on it.
struct EntropyBits {
    /// The offset of the next byte in the file.
    var position: Int
    /// The next bits, left-aligned; zeros or more bits from the file follow them.
    private var bits: UInt32 = 0
    private var count: Int32 = 0
    /// The marker that ended the data; 0 before that.
    private var end: UInt8 = 0

    init(position: Int) {
        self.position = position
    }

    /// The marker that ended the data.
    var marker: UInt8? { end == 0 ? nil : end }

    private mutating func nextByte(_ file: RawSpan) -> UInt8 {
        guard position < file.byteCount else { return 0 }
        let byte = unsafe file.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        position += 1
        return byte
    }

    /// Refills the bits to more than 24; there must be at most 24 before.
    @inline(__always)
    private mutating func fill(_ file: RawSpan) {
        if end == 0, position <= file.byteCount &- 4 {
            let word = UInt32(
                bigEndian: unsafe file.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt32.self))
            // No byte is 0xFF if none of the inverted bytes is zero.
            if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
                let byteCount = (32 &- count) &>> 3
                // Bits of bytes beyond these also stay here; the next fill writes the same bits again.
                bits |= word &>> UInt32(truncatingIfNeeded: count)
                count &+= 8 &* byteCount
                position &+= Int(byteCount)
                return
            }
        }
        self = filledByByte(file)
    }

    // These return the changed bits, because changing them in place would keep them in memory instead of registers.

    @inline(never)
    private func filledByByte(_ file: RawSpan) -> EntropyBits {
        var filled = self
        filled.fillByByte(file)
        return filled
    }

    @inline(never)
    private func afterCode(
        _ tables: HuffmanTables, _ table: Int, minimum: Int
    ) throws(Fault) -> (rest: EntropyBits, symbol: UInt8) {
        guard let (symbol, length) = tables.code(table, bits, minimum: minimum), length <= count else { throw .badCode }
        var rest = self
        rest.drop(Int32(length))
        return (rest, symbol)
    }

    private mutating func fillByByte(_ file: RawSpan) {
        repeat {
            var byte: UInt8 = 0
            if end == 0 {
                byte = nextByte(file)
                if byte == 0xFF {
                    var next = nextByte(file)
                    while next == 0xFF { next = nextByte(file) }
                    if next != 0 {
                        end = next
                        return
                    }
                }
            }
            bits |= UInt32(byte) << UInt32(24 - count)
            count += 8
        } while count <= 24
    }

    /// Finds the marker that must follow here, if there is one.
    mutating func lookForMarker(_ file: RawSpan) {
        if count < 24 { fillByByte(file) }
    }

    @inline(__always)
    private mutating func drop(_ length: Int32) {
        bits &<<= UInt32(truncatingIfNeeded: length)
        count &-= length
    }

    /// Makes at least 16 bits available, if the data has them.
    @inline(__always)
    mutating func prepare(_ file: RawSpan) {
        if count < 16 { fill(file) }
    }

    /// Returns the table entry for the next bits.
    @inline(__always)
    mutating func entry(
        _ tables: HuffmanTables, _ table: Int, _ file: RawSpan
    ) -> HuffmanTables.Entry {
        prepare(file)
        return tables.entry(table, bits)
    }

    /// Whether an entry contains a coefficient, whose bits are then consumed.
    @inline(__always)
    mutating func takeCoefficient(_ entry: HuffmanTables.Entry) throws(Fault) -> Bool {
        // If there are too few bits, the outcome depends on whether MediaPipe's decoder would find the coefficient by a
        // lookup.
        guard entry.fullLength != 0, entry.fullLength <= count else {
            guard entry.fullLength == 0 || !entry.isNarrow else { throw .badCode }
            return false
        }
        drop(entry.fullLength)
        return true
    }

    /// The same for a difference between DC coefficients, which MediaPipe's decoder never finds by a single lookup.
    @inline(__always)
    mutating func takeDifference(_ entry: HuffmanTables.Entry) -> Bool {
        guard entry.fullLength != 0, entry.fullLength <= count else { return false }
        drop(entry.fullLength)
        return true
    }

    /// Returns the next symbol, given the entry that a lookup found.
    @inline(__always)
    mutating func symbol(
        _ entry: HuffmanTables.Entry, _ tables: HuffmanTables, _ table: Int
    ) throws(Fault) -> UInt8 {
        guard entry.fullLength == 0, entry.isFound else {
            let found = try afterCode(
                tables, table, minimum: entry.fullLength == 0 ? HuffmanTables.narrowBits + 1 : 1)
            self = found.rest
            return found.symbol
        }
        guard entry.length <= count else { throw .badCode }
        drop(entry.length)
        return entry.symbol
    }

    /// Returns an unsigned number of 1 to 15 bits.
    @inline(__always)
    mutating func number(_ length: Int32, _ file: RawSpan) -> Int32 {
        if count < length { fill(file) }
        guard count >= length else { return 0 }
        let value = Int32(truncatingIfNeeded: bits &>> UInt32(truncatingIfNeeded: 32 &- length))
        drop(length)
        return value
    }

    /// Returns a signed number of at most 15 bits; the first bit is 1 for positive ones.
    @inline(__always)
    mutating func signedNumber(_ length: Int32, _ file: RawSpan) -> Int32 {
        guard length > 0 else { return 0 }
        if count < length { fill(file) }
        guard count >= length else { return 0 }
        let isNegative = Int32(bitPattern: ~bits) >> 31
        let value = Int32(truncatingIfNeeded: bits &>> UInt32(truncatingIfNeeded: 32 &- length))
        drop(length)
        return value &+ (isNegative & (1 &- 1 &<< length))
    }

    @inline(__always)
    mutating func flag(_ file: RawSpan) -> Bool { number(1, file) != 0 }
}
