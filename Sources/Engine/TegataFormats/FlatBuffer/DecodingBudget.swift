import TegataBuffers

/// The memory that decoding a flatbuffer may take.
///
/// Offsets take four bytes, and many of them may point to the same large table or text. Without a bound, a small file
/// could demand any amount of memory. Valid files need a small multiple of their size.
struct DecodingBudget {
    /// The cost in bytes of an array or text in addition to its elements.
    static let overhead = 32
    /// The cost of a byte of text: U+FFFD, which replaces bytes that are not UTF-8, takes three.
    static let textByte = 3
    /// The cost in bytes of a table's path, which is kept for errors.
    static let path = 64

    private let limit: Int
    private var remaining: Int

    /// Creates the budget for a file of `byteCount` bytes. Tiny files get as much as small networks need. Large files,
    /// whose size comes from their constants, get 256 MiB.
    init(fileByteCount byteCount: Int) {
        limit = max(16 * min(byteCount, 1 << 24), 65_536)
        remaining = limit
    }

    /// Subtracts `byteCount` bytes from the budget for `field` of `table`.
    mutating func spend(
        _ byteCount: Int, _ table: FlatBufferTable, _ field: FlatBufferField
    ) throws(ModelFormatError) {
        guard byteCount <= remaining else {
            throw table.error(field, .decodedSizeAboveLimit(limit: limit))
        }
        remaining -= byteCount
    }
}

extension FlatBufferTable {
    /// Returns a vector whose elements take `decodedSize` bytes each once decoded, and charges `budget` for it.
    func vector(
        _ field: FlatBufferField, elementSize: Int, decodedSize: Int, budget: inout DecodingBudget
    ) throws(ModelFormatError) -> FlatBufferVector? {
        guard let vector = try vector(field, elementSize: elementSize) else { return nil }
        let (size, overflow) = vector.count.multipliedReportingOverflow(by: decodedSize)
        try budget.spend(overflow ? .max : size, self, field)
        try budget.spend(DecodingBudget.overhead, self, field)
        return vector
    }

    func string(_ field: FlatBufferField, budget: inout DecodingBudget) throws(ModelFormatError) -> String? {
        guard
            let vector = try vector(field, elementSize: 1, decodedSize: DecodingBudget.textByte, budget: &budget)
        else { return nil }
        return buffer.bytes.text(at: vector.start, count: vector.count)
    }

    func int32s(_ field: FlatBufferField, budget: inout DecodingBudget) throws(ModelFormatError) -> [Int]? {
        try vector(field, elementSize: 4, decodedSize: 8, budget: &budget)?.integers(as: Int32.self)
    }

    func int64s(_ field: FlatBufferField, budget: inout DecodingBudget) throws(ModelFormatError) -> [Int]? {
        try vector(field, elementSize: 8, decodedSize: 8, budget: &budget)?.integers(as: Int64.self)
    }

    func floats(_ field: FlatBufferField, budget: inout DecodingBudget) throws(ModelFormatError) -> [Float]? {
        try vector(field, elementSize: 4, decodedSize: 4, budget: &budget)?.floats()
    }

    /// Returns the tables that a vector points to. Errors refer to each one as `name`; each takes `decodedSize` bytes
    /// once decoded.
    func tables(
        _ field: FlatBufferField, named name: StaticString, decodedSize: Int, budget: inout DecodingBudget
    ) throws(ModelFormatError) -> [FlatBufferTable] {
        // While it grows, the decoded array may be twice as long as needed, alongside a copy of half its size.
        let size = 3 * decodedSize + MemoryLayout<FlatBufferTable>.stride + DecodingBudget.path
        guard let vector = try vector(field, elementSize: 4, decodedSize: size, budget: &budget) else { return [] }
        var tables: [FlatBufferTable] = []
        tables.reserveCapacity(vector.count)
        for index in 0..<vector.count {
            tables.append(try vector.table(at: index, named: name))
        }
        return tables
    }
}
