/// The Huffman tables of a file: four for DC coefficients, followed by four for AC coefficients.
///
/// They are all kept in a few arrays, because they are read for every coefficient.
struct HuffmanTables {
    /// The number of bits that a lookup decodes at once.
    private static let lookupBits = 11
    /// The same number in MediaPipe's decoder, which determines its results for damaged files.
    static let narrowBits = 9
    /// For each table, entries for all values of the next bits. A table that a file uses without defining it always
    /// yields symbol 0, without consuming bits.
    private(set) var entries = [Entry](repeating: Entry(symbol: 0, length: 0), count: 8 << lookupBits)
    private var symbols = [UInt8](repeating: 0, count: 8 << 8)
    /// For each table and code length, the lowest 16-bit value that does not begin with a code of this length or a
    /// shorter one.
    private var ends = [UInt32](repeating: 0, count: 8 * 17)
    /// For each table and code length, the number to add to a code's bits to get the index of its symbol.
    private var offsets = [Int](repeating: 0, count: 8 * 17)

    /// Defines the table at an index; `counts` are the numbers of codes with 1 to 16 bits, at most 256 in total.
    mutating func define(
        _ table: Int, counts: InlineArray<16, UInt8>, symbols newSymbols: InlineArray<256, UInt8>
    ) throws(Fault) {
        let firstEntry = table << Self.lookupBits
        for index in 0..<256 { symbols[table << 8 + index] = newSymbols[index] }
        var code = 0
        var index = 0
        // Codes are assigned in ascending order of their bits.
        var filledCount = 0
        for length in 1...16 {
            offsets[17 * table + length] = index - code
            for _ in 0..<counts[length - 1] {
                guard index < 256 else { throw Fault("too many Huffman codes") }
                guard code < 1 << length else { throw Fault("bad Huffman code lengths") }
                if length <= Self.lookupBits {
                    let first = firstEntry + code << (Self.lookupBits - length)
                    let range = first..<first + 1 << (Self.lookupBits - length)
                    // In a lookup, MediaPipe's decoder mistakes the last of 256 codes for a missing one.
                    if index == 255, length <= Self.narrowBits {
                        for index in range { entries[index] = .none }
                    } else {
                        define(range, symbol: newSymbols[index], length: length, isForAC: table >= 4)
                    }
                }
                code += 1
                index += 1
            }
            ends[17 * table + length] = UInt32(code) << UInt32(16 - length)
            if length == Self.lookupBits { filledCount = code }
            code <<= 1
        }
        for bits in filledCount..<1 << Self.lookupBits { entries[firstEntry + bits] = .none }
    }

    /// Defines the entries for all bits that begin with a code.
    private mutating func define(_ range: Range<Int>, symbol: UInt8, length: Int, isForAC: Bool) {
        let size = Int(symbol & 0xF)
        let fullLength = length + size
        guard size > 0, fullLength <= Self.lookupBits, isForAC || symbol < 16 else {
            for index in range { entries[index] = Entry(symbol: symbol, length: length) }
            return
        }
        // Coefficients in ascending order; the first half of them are negative.
        var value = 1 - 1 << size
        let step = 1 << (Self.lookupBits - fullLength)
        for first in stride(from: range.lowerBound, to: range.upperBound, by: step) {
            let entry = Entry(coefficient: value, run: Int(symbol >> 4), fullLength: fullLength)
            for index in first..<first + step { entries[index] = entry }
            value = value == -1 << (size - 1) ? 1 << (size - 1) : value + 1
        }
    }

    /// Returns the entry for left-aligned bits.
    @inline(__always)
    func entry(_ table: Int, _ bits: UInt32) -> Entry {
        entries[table &<< Self.lookupBits | Int(bits &>> UInt32(32 &- Self.lookupBits))]
    }

    /// Returns the symbol and length of the code, of at least `minimum` bits, with which the left-aligned bits begin;
    /// nil if there is none.
    func code(_ table: Int, _ bits: UInt32, minimum: Int) -> (symbol: UInt8, length: Int)? {
        for length in minimum...16 where bits >> 16 < ends[17 * table + length] {
            let index = Int(bits >> (32 - UInt32(length))) + offsets[17 * table + length]
            return 0..<256 ~= index ? (symbols[table << 8 + index], length) : nil
        }
        return nil
    }

    /// The result of a lookup: a coefficient with the zeros before it, or a symbol.
    struct Entry: BitwiseCopyable {
        /// The coefficient (16 bits), 8 unused bits, the number of zeros before it (4 bits) and the total length (4
        /// bits); or the symbol (8 bits), the length of its code (4 bits) and zero (4 bits).
        private let word: UInt32

        init(coefficient: Int, run: Int, fullLength: Int) {
            word = UInt32(truncatingIfNeeded: coefficient) << 16 | UInt32(run) << 4 | UInt32(fullLength)
        }

        init(symbol: UInt8, length: Int) {
            word = UInt32(symbol) << 8 | UInt32(length) << 4
        }

        /// The entry for bits that begin with no code, or with one too long for a lookup.
        static let none = Entry(symbol: 0, length: 15)

        /// The number of bits in the code and the coefficient; 0 if the entry has no coefficient.
        @inline(__always) var fullLength: Int32 { Int32(bitPattern: word & 0xF) }
        @inline(__always) var run: Int { Int(word >> 4 & 0xF) }
        @inline(__always) var coefficient: Int32 { Int32(bitPattern: word) >> 16 }
        /// Whether MediaPipe's decoder also finds the coefficient by a lookup.
        var isNarrow: Bool { fullLength <= HuffmanTables.narrowBits && -128...127 ~= coefficient }

        @inline(__always) var isFound: Bool { length != 15 }
        @inline(__always) var symbol: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
        @inline(__always) var length: Int32 { Int32(bitPattern: word >> 4 & 0xF) }
    }
}
