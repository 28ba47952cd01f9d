/// The choice of products that keep their weights, because 8-bit weights would cost too much accuracy.
package enum KeptProducts {
    /// Returns the products to keep, which together forgo at most `budget` bytes of what 8-bit weights save.
    ///
    /// The errors of products are nearly independent, so their squares add up. The products with the largest square per
    /// byte come first; among equal ones, the first in the network.
    ///
    /// - Parameters:
    ///   - errors: The error of each product if it alone has 8-bit weights.
    ///   - savedByteCounts: The number of bytes that the 8-bit weights of each product save, which may be negative.
    package static func choose(errors: [Double], savedByteCounts: [Int], budget: Int) -> Set<Int> {
        let gains = zip(errors, savedByteCounts).map { $0 * $0 / Double(max($1, 1)) }
        var kept: Set<Int> = []
        var left = budget
        for index in gains.indices.sorted(by: { (gains[$1], $0) < (gains[$0], $1) }) {
            let byteCount = max(savedByteCounts[index], 0)
            guard byteCount <= left else { continue }
            left -= byteCount
            kept.insert(index)
        }
        return kept
    }
}
