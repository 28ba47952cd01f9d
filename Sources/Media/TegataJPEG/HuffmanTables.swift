/// The Huffman tables of a file: four for DC coefficients, and four for AC ones behind them.
///
/// All are kept in a few arrays, because they are read for every coefficient.
struct HuffmanTables {
    /// The number of bits that a lookup decodes at once.
    static let lookupBits = 9
    /// For each table, entries for all values of the next bits. A table that a file uses and does not define has its first
    /// symbol, for no bits.
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
        for index in 0..<1 << Self.lookupBits { entries[firstEntry + index] = .none }
        for index in 0..<256 { symbols[table << 8 + index] = newSymbols[index] }
        var code = 0
        var index = 0
        for length in 1...16 {
            offsets[17 * table + length] = index - code
            for _ in 0..<counts[length - 1] {
                guard index < 256 else { throw Fault("too many Huffman codes") }
                guard code < 1 << length else { throw Fault("bad lengths of Huffman codes") }
                // MediaPipe's decoder takes the last of 256 codes for none in a lookup.
                if length <= Self.lookupBits, index != 255 {
                    let first = code << (Self.lookupBits - length)
                    for bits in first..<first + 1 << (Self.lookupBits - length) {
                        var entry = Entry(symbol: newSymbols[index], length: length)
                        if table >= 4 { entry.addCoefficient(bits: bits) }
                        entries[firstEntry + bits] = entry
                    }
                }
                code += 1
                index += 1
            }
            ends[17 * table + length] = UInt32(code) << UInt32(16 - length)
            code <<= 1
        }
    }

    /// Returns the entry for bits that are aligned to the left.
    @inline(__always)
    func entry(_ table: Int, _ bits: UInt32) -> Entry { entries[table &<< Self.lookupBits | Int(bits &>> (32 - 9))] }

    /// Returns a code of more bits than a lookup decodes and its length; nil if the bits, which are aligned to the left,
    /// begin with no code.
    func longCode(_ table: Int, _ bits: UInt32) -> (symbol: UInt8, length: Int)? {
        for length in Self.lookupBits + 1...16 where bits >> 16 < ends[17 * table + length] {
            let index = Int(bits >> (32 - UInt32(length))) + offsets[17 * table + length]
            return 0..<256 ~= index ? (symbols[table << 8 + index], length) : nil
        }
        return nil
    }

    /// What a lookup finds: a symbol and, if they fit, the bits of the coefficient behind it.
    struct Entry: BitwiseCopyable {
        /// The coefficient (8 bits), the zeros before it (4), the length with the coefficient (4), the symbol (8) and
        /// the length of its code (8).
        private var word: UInt32

        private init(word: UInt32) {
            self.word = word
        }

        init(symbol: UInt8, length: Int) {
            word = UInt32(symbol) << 8 | UInt32(length)
        }

        /// The entry for bits that begin with no code or a longer one.
        static let none = Entry(word: 0xFF)

        @inline(__always) var isFound: Bool { word & 0xFF != 0xFF }
        @inline(__always) var symbol: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
        @inline(__always) var length: Int { Int(word & 0xFF) }
        /// The number of bits with those of the coefficient; 0 if that is not in the entry.
        @inline(__always) var fullLength: Int { Int(word >> 16 & 0xF) }
        @inline(__always) var run: Int { Int(word >> 20 & 0xF) }
        @inline(__always) var coefficient: Int32 { Int32(bitPattern: word) >> 24 }

        /// Adds the coefficient that follows the code in the bits of the lookup, if it is complete and small.
        mutating func addCoefficient(bits: Int) {
            let size = Int(symbol & 0xF)
            let fullLength = length + size
            guard size > 0, fullLength <= HuffmanTables.lookupBits else { return }
            let magnitude = bits >> (HuffmanTables.lookupBits - fullLength) & (1 << size - 1)
            let value = magnitude < 1 << (size - 1) ? magnitude - (1 << size - 1) : magnitude
            guard -128...127 ~= value else { return }
            word |= UInt32(truncatingIfNeeded: value) << 24 | UInt32(symbol >> 4) << 20 | UInt32(fullLength) << 16
        }
    }
}
