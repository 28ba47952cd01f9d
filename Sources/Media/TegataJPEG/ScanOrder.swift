/// The index in a block of each coefficient, in file order; in damaged files, coefficients after the last one also
/// count as the last one.
private let places: [UInt8] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
    63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
]

extension Block {
    /// Returns a coefficient's index in its block, given its index in the file.
    static func place(_ index: Int) -> Int { Int(places[index] & 63) }
}

/// The steps of the quantisation tables, in file order.
struct ScanSteps {
    private var steps = [UInt32](repeating: 0, count: 4 * 80)

    init(_ tables: [[UInt16]]) {
        for table in 0..<4 {
            for index in 0..<80 {
                let place = Block.place(index)
                steps[80 * table + index] = UInt32(tables[table][place]) << 8 | UInt32(place)
            }
        }
    }

    struct Step {
        fileprivate let word: UInt32

        /// The index in the block.
        var place: Int { Int(word & 63) }
        /// The factor of the coefficient at this index.
        var factor: Int32 { Int32(bitPattern: word >> 8) }
    }

    @inline(__always)
    subscript(_ table: Int, _ index: Int) -> Step { Step(word: steps[80 &* table &+ index]) }
}
