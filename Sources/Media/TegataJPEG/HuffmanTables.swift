/// The Huffman tables of a file: four for DC coefficients, and four for AC ones behind them.
///
/// All are kept in a few arrays, because they are read for every coefficient.
struct HuffmanTables {
    /// The number of bits that a lookup decodes at once.
    private static let lookupBits = 11
    /// The same of MediaPipe's decoder, from which its results for damaged files follow.
    static let narrowBits = 9
    /// For each table, entries for all values of the next bits. A table that a file uses and does not define has its
    /// first symbol, for no bits.
    private(set) var entries = [Entry](repeating: Entry(symbol: 0, length: 0), count: 8 << lookupBits)
    private var symbols = [UInt8](repeating: 0, count: 8 << 8)
    /// For each table and length of a code, the first 16 bits that no code of this length or a shorter one begins with.
    private var ends = [UInt32](repeating: 0, count: 8 * 17)
    /// For each table and length of a code, what its bits are added to for the index of the symbol.
    private var offsets = [Int](repeating: 0, count: 8 * 17)

    /// Defines the table at an index with so many codes of 1 to 16 bits, at most 256 in all.
    mutating func define(
        _ table: Int, counts: InlineArray<16, UInt8>, symbols newSymbols: InlineArray<256, UInt8>
    ) throws(Fault) {
        let firstEntry = table << Self.lookupBits
        for index in 0..<256 { symbols[table << 8 + index] = newSymbols[index] }
        var code = 0
        var index = 0
        // Codes are given out in the order of their bits.
        var filledCount = 0
        for length in 1...16 {
            offsets[17 * table + length] = index - code
            for _ in 0..<counts[length - 1] {
                guard index < 256 else { throw Fault("too many Huffman codes") }
                guard code < 1 << length else { throw Fault("bad lengths of Huffman codes") }
                if length <= Self.lookupBits {
                    let first = firstEntry + code << (Self.lookupBits - length)
                    let range = first..<first + 1 << (Self.lookupBits - length)
                    // MediaPipe's decoder takes the last of 256 codes for none in a lookup.
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
        // One coefficient after the other, the first half of them negative.
        var value = 1 - 1 << size
        let step = 1 << (Self.lookupBits - fullLength)
        for first in stride(from: range.lowerBound, to: range.upperBound, by: step) {
            let entry = Entry(coefficient: value, run: Int(symbol >> 4), fullLength: fullLength)
            for index in first..<first + step { entries[index] = entry }
            value = value == -1 << (size - 1) ? 1 << (size - 1) : value + 1
        }
    }

    /// Returns the entry for bits that are aligned to the left.
    @inline(__always)
    func entry(_ table: Int, _ bits: UInt32) -> Entry {
        entries[table &<< Self.lookupBits | Int(bits &>> UInt32(32 &- Self.lookupBits))]
    }

    /// Returns the code of at least `minimum` bits that the bits, aligned to the left, begin with, and its length; nil
    /// if there is none.
    func code(_ table: Int, _ bits: UInt32, minimum: Int) -> (symbol: UInt8, length: Int)? {
        for length in minimum...16 where bits >> 16 < ends[17 * table + length] {
            let index = Int(bits >> (32 - UInt32(length))) + offsets[17 * table + length]
            return 0..<256 ~= index ? (symbols[table << 8 + index], length) : nil
        }
        return nil
    }

    /// What a lookup finds: a coefficient with the zeros before it, or a symbol.
    struct Entry: BitwiseCopyable {
        /// The coefficient (16 bits), 8 unused bits, the zeros before it (4) and the length of both (4); or the symbol
        /// (8), the length of its code (4) and zero.
        private let word: UInt32

        init(coefficient: Int, run: Int, fullLength: Int) {
            word = UInt32(truncatingIfNeeded: coefficient) << 16 | UInt32(run) << 4 | UInt32(fullLength)
        }

        init(symbol: UInt8, length: Int) {
            word = UInt32(symbol) << 8 | UInt32(length) << 4
        }

        /// The entry for bits that begin with no code or a longer one.
        static let none = Entry(symbol: 0, length: 15)

        /// The number of bits of the code and the coefficient; 0 if the entry has no coefficient.
        @inline(__always) var fullLength: Int32 { Int32(bitPattern: word & 0xF) }
        @inline(__always) var run: Int { Int(word >> 4 & 0xF) }
        @inline(__always) var coefficient: Int32 { Int32(bitPattern: word) >> 16 }
        /// Whether MediaPipe's decoder finds the coefficient by a lookup, too.
        var isNarrow: Bool { fullLength <= HuffmanTables.narrowBits && -128...127 ~= coefficient }

        @inline(__always) var isFound: Bool { length != 15 }
        @inline(__always) var symbol: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
        @inline(__always) var length: Int32 { Int32(bitPattern: word >> 4 & 0xF) }
    }
}
